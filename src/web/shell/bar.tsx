import { useRef } from 'preact/hooks';
import { Icon, type IconName, StateMark } from '../parts/icons.tsx';
import { address, goTo, linkTo } from './address.ts';
import { logOut } from './entrance/log-out.ts';
import { isKeysOpen } from './keyboard.ts';
import { chooseLanguage, language, words } from './language.ts';
import { live } from './live.ts';
import type { Section } from './pages.ts';
import { isWorkbench, mayAdminister, session } from './session.ts';
import { switchTheme } from './theme.ts';
import { useMenu } from './use-menu.ts';

/** The name with the health of the whole gateway, the pages that this reader may see, and the search. */
export function Bar({ section }: { readonly section: Section }) {
  const { shell } = words.value;
  const entries = listEntries();
  return (
    <>
      <header class="bar">
        <Brand />
        <nav class="nav" aria-label={shell.mainNavigation}>
          <Links {...{ entries, section }} />
        </nav>
        <Search />
        <div class="me">
          <button class="ghost" type="button" aria-label={shell.theme} onClick={switchTheme}>
            <Icon name="theme" />
          </button>
          <UserMenu />
        </div>
      </header>
      <TabBar {...{ entries, section }} />
    </>
  );
}

function Brand() {
  const { shell } = words.value;
  const health = live.value?.health;
  const { site } = session.value ?? {};
  return (
    <a class="brand" href={linkTo('/')}>
      {health && !isWorkbench.value && <StateMark state={health} label={shell.health[health]} />}
      {shell.product}
      <span>{[...new Set([site?.name, site?.gateway])].filter(Boolean).join(' · ')}</span>
    </a>
  );
}

interface Entry {
  readonly section: Exclude<Section, undefined>;
  readonly path: string;
  /** Has a place of its own on a phone. */
  readonly icon?: IconName;
  readonly count?: number | undefined;
}

function listEntries(): readonly Entry[] {
  if (isWorkbench.value) return workbenchEntries;
  const { needsAction, alarms } = live.value ?? {};
  const all: readonly Entry[] = [
    { section: 'overview', path: '/', icon: 'overview' },
    { section: 'messages', path: '/messages?needs=action', icon: 'messages', count: needsAction },
    { section: 'channels', path: '/channels' },
    { section: 'alarms', path: '/alarms', icon: 'alarms', count: alarms },
    { section: 'mappings', path: '/mappings' },
    { section: 'users', path: '/users' },
    { section: 'help', path: '/help' },
  ];
  return all.filter(({ section }) => section !== 'users' || mayAdminister.value);
}

/** Where no gateway runs. */
const workbenchEntries: readonly Entry[] = [
  { section: 'mappings', path: '/mappings' },
  { section: 'messages', path: '/messages', icon: 'messages' },
  { section: 'help', path: '/help' },
];

interface LinksProps {
  readonly entries: readonly Entry[];
  /** Which of them is lit. */
  readonly section: Section;
}

function Links({ entries, section }: LinksProps) {
  return entries.map((entry) => (
    <a
      key={entry.section}
      href={linkTo(entry.path)}
      aria-current={entry.section === section ? 'page' : undefined}
    >
      {entry.icon && <Icon name={entry.icon} />}
      {words.value.shell[entry.section]}
      {entry.count ? <span class="count">{entry.count.toLocaleString(language.value)}</span> : null}
    </a>
  ));
}

/** On a phone: the pages with a drawing, and the rest behind "more". */
function TabBar({ entries, section }: LinksProps) {
  const { shell } = words.value;
  const { isOpen, switchMenu } = useMenu();
  const others = entries.filter(({ icon }) => !icon);
  return (
    <nav class="tabbar" aria-label={shell.mainNavigation}>
      <Links {...{ entries: entries.filter(({ icon }) => icon), section }} />
      <button
        type="button"
        class={others.some((one) => one.section === section) ? 'ghost current' : 'ghost'}
        aria-expanded={isOpen}
        onClick={switchMenu}
      >
        <Icon name="more" />
        {shell.more}
      </button>
      {isOpen && (
        <div class="tabmore">
          <Links {...{ entries: others, section }} />
        </div>
      )}
    </nav>
  );
}

function Search() {
  const { shell } = words.value;
  const field = useRef<HTMLInputElement>(null);
  const asked = address.value.path === '/find' ? (address.value.query.get('q') ?? '') : '';
  const find = (event: Event): void => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text !== '') goTo(`/find?${new URLSearchParams({ q: text })}`);
  };
  return (
    <search class="find-place">
      <form class="find" onSubmit={find}>
        <Icon name="search" />
        <input
          id="find"
          ref={field}
          aria-label={shell.findLabel}
          placeholder={shell.findHint}
          defaultValue={asked}
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}

function UserMenu() {
  const { shell } = words.value;
  const { isOpen, switchMenu } = useMenu();
  const name = session.value?.user.name ?? '';
  const openKeys = (): void => {
    isKeysOpen.value = true;
  };
  return (
    <div class="menu">
      <button
        class="ghost"
        type="button"
        aria-expanded={isOpen}
        aria-label={shell.userMenu(name)}
        onClick={switchMenu}
      >
        <Icon name="person" />
        <span class="hide-m">{name}</span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <div class="menu-items">
          <a href={linkTo('/account')}>{shell.account}</a>
          <button type="button" onClick={() => chooseLanguage(language.value === 'nl' ? 'en' : 'nl')}>
            {shell.otherLanguage}
          </button>
          <button type="button" onClick={openKeys}>
            {shell.keys}
          </button>
          <button type="button" onClick={() => void logOut(false)}>
            {shell.logOut}
          </button>
          <button type="button" onClick={() => void logOut(true)}>
            {shell.logOutEverywhere}
          </button>
        </div>
      )}
    </div>
  );
}
