import { useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SessionAnswer } from '../../api/model/session-model.ts';
import { Failure, NotFound } from '../parts/page-states.tsx';
import { address } from './address.ts';
import { Bar } from './bar.tsx';
import { CallFailed, call } from './call-api.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Footer } from './footer.tsx';
import { frameWords, loadWords, words } from './language.ts';
import { LoginDialog } from './login-dialog.tsx';
import { LoginPage } from './login-page.tsx';
import { findPage, type PageFound, type PageProps, welcomePage } from './pages.ts';
import { session, sessionState } from './session.ts';
import { Toasts } from './toasts.tsx';
import './keyboard.ts';
import './theme.ts';

/** Entrance, or the bar with the page of this address. */
export function App() {
  const isWelcome = address.value.path === '/welcome';
  const [hasWords, setHasWords] = useState(false);
  useEffect(() => {
    void loadWords(frameWords).then(() => setHasWords(true));
  }, []);
  useEffect(() => {
    if (!isWelcome && sessionState.value === 'unknown') void askWhoIsHere();
  }, [isWelcome]);
  if (!hasWords) return null;
  if (isWelcome) return <LoadedPage found={welcomePage} />;
  if (sessionState.value === 'unknown') return null;
  if (sessionState.value === 'out') return <LoginPage />;
  return <Inside />;
}

async function askWhoIsHere(): Promise<void> {
  try {
    session.value = await call<SessionAnswer>('/session');
    sessionState.value = 'in';
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    sessionState.value = 'out';
  }
}

function Inside() {
  const found = findPage(address.value.path);
  return (
    <>
      <a class="skip" href="#main">
        {words.value.shell.toContent}
      </a>
      <Bar section={found?.route.section} />
      <ConnectionBanner />
      {found ? <LoadedPage key={found.route.path} found={found} /> : <NotFound />}
      <Footer />
      <Toasts />
      {sessionState.value === 'ended' && <LoginDialog />}
    </>
  );
}

function LoadedPage({ found: { route, params } }: { readonly found: PageFound }) {
  const [Page, setPage] = useState<ComponentType<PageProps>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    Promise.all([route.load(), loadWords(route.words)]).then(
      ([module]) => setPage(() => module.default),
      () => setFailed(true),
    );
  }, [route]);
  useSignalEffect(() => {
    document.documentElement.dataset.page = address.value.path.split('/')[1] ?? '';
  });
  if (failed) return <Failure error={undefined} />;
  return Page ? <Page params={params} /> : <main id="main" aria-busy="true" />;
}
