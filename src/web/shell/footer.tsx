import { words } from './language.ts';
import { session } from './session.ts';

export function Footer() {
  const { site } = session.value ?? {};
  if (!site) return null;
  return (
    <footer class="foot">
      <span>{words.value.shell.timeZone(site.timeZone)}</span>
      <span>
        {words.value.shell.product} {site.version}
      </span>
    </footer>
  );
}
