// What Node makes of the source is kept for the next command, which is sooner there. In the account's own folder and never in a
// shared one: what lies there is run. An account without a home (or one that it may not write to) does without.
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
const own = process.platform === 'win32' ? LOCALAPPDATA : (XDG_CACHE_HOME ?? below(home(), '.cache'));
if (own && !process.env.NODE_COMPILE_CACHE) enableCompileCache(join(own, 'scsn-gateway'));

/** An account that the system does not know has none; asking for it throws. */
function home() {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

function below(folder, name) {
  return folder && join(folder, name);
}
