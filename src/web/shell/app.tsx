import { useEffect, useState } from 'preact/hooks';
import type { SessionAnswer } from '../../api/model/session-model.ts';
import { NotFound, NotLoaded } from '../parts/page-states.tsx';
import { textOf } from '../parts/problem.tsx';
import { address } from './address.ts';
import { Bar } from './bar.tsx';
import { CallFailed, call } from './call-api.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { contentId, focusContent } from './focus.ts';
import { Footer } from './footer.tsx';
import { isKeysOpen } from './keyboard.ts';
import { loadWords, words } from './language.ts';
import { findPage, type PageFound, welcomePage } from './pages.ts';
import { isWorkbench, session, sessionState } from './session.ts';
import { Toasts } from './toasts.tsx';
import { useLoaded } from './use-loaded.ts';
import { pageTitle, showWindowTitle } from './window-title.ts';
import './theme.ts';

/** Entrance, or the bar with the page of this address. */
export function App() {
  const isWelcome = address.value.path === '/welcome';
  const [hasWords, setHasWords] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    const begin = (): void => {
      setHasWords(true);
      showWindowTitle();
    };
    // without words nothing can be said
    loadWords(noWords).then(begin, () => setTimeout(() => location.reload(), pause));
  }, []);
  useEffect(() => {
    if (!isWelcome && sessionState.value === 'unknown') void askWhoIsHere(setFailed);
  }, [isWelcome]);
  if (!hasWords) return null;
  if (isWelcome) return <LoadedPage found={welcomePage} />;
  if (sessionState.value === 'unknown') return null;
  if (sessionState.value === 'away') return <Away error={failed} />;
  if (sessionState.value === 'out') return <LogIn />;
  return <Inside />;
}

/** Milliseconds between two questions while nobody answers. */
const pause = 3_000;

async function askWhoIsHere(onFailed: (error: unknown) => void): Promise<void> {
  try {
    session.value = await call<SessionAnswer>('/session');
    sessionState.value = 'in';
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    sessionState.value = error.status === 401 ? 'out' : 'away';
    if (error.status === 401) return;
    onFailed(error);
    setTimeout(() => void askWhoIsHere(onFailed), pause);
  }
}

/** The gateway does not answer, or not under this name: it does not ask who cannot be let in to log in. */
function Away({ error }: { readonly error: unknown }) {
  return (
    <main class="door" id="main">
      <h1>{textOf(error)}</h1>
      <p role="status">{words.value.states.triesItself}</p>
    </main>
  );
}

const loadLoginDialog = () => import('./entrance/login-dialog.tsx');
/** But for those of the frame. */
const noWords: readonly [] = [];

function LogIn() {
  const { module, hasFailed } = useLoaded(() => import('./entrance/login-page.tsx'), ['entrance']);
  if (hasFailed) return <NotLoaded />;
  return module ? <module.LoginPage /> : null;
}

function LogInAgain() {
  const { module } = useLoaded(loadLoginDialog, noWords);
  return module ? <module.LoginDialog /> : null;
}

function Inside() {
  useEffect(() => {
    // it is there when the session ends, also where an upgrade has taken its file away
    void loadLoginDialog().catch(() => undefined);
  }, []);
  const { path } = address.value;
  const found = findPage(isWorkbench.value && path === '/' ? '/mappings' : path);
  const toContent = (event: Event): void => {
    // an address with a fragment alone would be that of the overview: the document has a base
    event.preventDefault();
    focusContent();
  };
  return (
    <>
      <a class="skip" href={`#${contentId}`} onClick={toContent}>
        {words.value.shell.toContent}
      </a>
      <Bar section={found?.route.section} />
      <ConnectionBanner />
      <div id={contentId} tabIndex={-1}>
        {found ? <LoadedPage key={found.route.path} found={found} /> : <NotFound />}
      </div>
      <Footer />
      <Toasts />
      {isKeysOpen.value && <Keys />}
      {sessionState.value === 'ended' && <LogInAgain />}
    </>
  );
}

function LoadedPage({ found: { route, params } }: { readonly found: PageFound }) {
  const { module, hasFailed } = useLoaded(route.load, route.words);
  const { section } = route;
  useEffect(() => {
    pageTitle.value = section && words.value.shell[section];
  }, []);
  if (hasFailed) return <NotLoaded />;
  if (!module) return <main id="main" aria-busy="true" />;
  const { default: Page } = module;
  // of another mapping nothing is kept on the page
  return <Page key={params.name} params={params} />;
}

function Keys() {
  const { module } = useLoaded(() => import('./keys-dialog.tsx'), ['keys']);
  if (!module) return null;
  const { default: KeysDialog } = module;
  const close = (): void => {
    isKeysOpen.value = false;
  };
  return <KeysDialog onClose={close} />;
}
