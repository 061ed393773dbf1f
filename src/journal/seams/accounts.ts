/** What a user may: see; decide on messages; everything. */
export type Role = 'read' | 'operate' | 'administer';

/** A user of the pages, an account of the system (the command line), a token of a script, or nobody that is known. */
export type AuthorKind = 'user' | 'system' | 'token' | 'unknown';

/** Who does something, and from where: an address, or the name of the machine. */
export interface Author {
  readonly kind: AuthorKind;
  readonly name: string;
  readonly address: string;
}

/** A user of the pages or an account of the system: who can have a session. */
export interface SessionOwner {
  readonly kind: 'user' | 'system';
  readonly name: string;
}

/**
 * Who may use the pages, and what people did there. Secrets are given as their hash alone. Every end is judged by the clock of the
 * journal, which several gateways share; times are given as milliseconds from now, and come back as RFC 3339 in UTC. A change and
 * its entry in the audit are one transaction.
 */
export interface AccountStore {
  /** False: there is one of that name. */
  addUser(user: NewUser, by: Author): Promise<boolean>;
  /** By name. `idle`: milliseconds after which a session that is not used is none any more. */
  listUsers(idle?: number): Promise<readonly UserAccount[]>;
  findUser(name: string): Promise<UserCredentials | undefined>;
  /** Ends the sessions and links of the user. */
  changeUser(name: string, change: UserChange, reasoned: Reasoned): Promise<UserChangeResult>;
  /** With sessions and links. */
  removeUser(name: string, reasoned: Reasoned): Promise<UserChangeResult>;
  /** The same password in another hash. */
  replaceHash(name: string, before: string, after: string): Promise<void>;

  /** Earlier links of the owner for the same purpose end. Resolves to its end; undefined: there is no such user, or it is disabled. */
  addLink(link: NewLink, by: Author): Promise<string | undefined>;
  /** Undefined: there is no such link (any more). */
  findLink(hash: string): Promise<OpenLink | undefined>;
  /**
   * Spends a link: begins a session for its owner. One that sets a password takes its hash, and ends all other sessions and links of the
   * user. Undefined: there is no such link (any more), its user is disabled, or it is for the other purpose.
   */
  openByLink(link: string, session: NewSession, password?: string): Promise<Session | undefined>;
  /** Begins a session of a user whose password was right. Undefined: it is another one meanwhile, or the user is disabled. */
  openByPassword(login: LoginAttempt, password: string, session: NewSession): Promise<Session | undefined>;
  /**
   * Sets a password; all sessions and links of the user end, and `next` begins. Undefined: the session has ended.
   */
  changePassword(session: string, password: string, next: NewSession): Promise<Session | undefined>;
  /** The session, with what its owner may now. `isUse`: it does not become idle. Undefined: it has ended. */
  findSession(hash: string, idle: number, isUse?: boolean): Promise<Session | undefined>;
  /** That are open, the one that was used last first. */
  listSessions(owner: SessionOwner, idle: number): Promise<readonly OpenSession[]>;
  /** False: it had ended. */
  endSession(hash: string, by: Author): Promise<boolean>;
  /** Resolves to how many; of everybody without an owner. */
  endSessions(owner: SessionOwner | undefined, by: Author): Promise<number>;

  /** False: there is one of that name. */
  addToken(token: NewToken, by: Author): Promise<boolean>;
  listTokens(): Promise<readonly AccessToken[]>;
  /** Notes that it was used. Undefined: there is none, or it has expired. */
  findToken(hash: string): Promise<AccessToken | undefined>;
  removeToken(name: string, reasoned: Reasoned): Promise<boolean>;

  /**
   * Counts a login as failed until it has not: `openByPassword` forgets it. Resolves to 0, or to the milliseconds that have to pass
   * before the next: then it was not counted.
   */
  beginLogin(login: LoginAttempt, delays: LoginDelays): Promise<number>;
  /** What failed with its last failure so many milliseconds ago at most. */
  summarizeLoginFailures(within: number): Promise<LoginFailures>;

  addAuditEntry(entry: NewAuditEntry): Promise<void>;
  /** Adds it, or counts it in an earlier entry that it repeats. */
  addRepeatableEntry(entry: NewAuditEntry, repeats: RepeatLimits): Promise<void>;
  /** The newest first. */
  listAudit(query: AuditQuery): Promise<readonly AuditEntry[]>;

  /** What secrets that last are derived from: always the same for all gateways of a journal, `fresh` where there is none yet. */
  siteKey(fresh: string): Promise<string>;
}

export interface NewUser {
  readonly name: string;
  readonly role: Role;
  /** Bodies of documents are shown masked. */
  readonly masked: boolean;
}

export interface UserAccount extends NewUser {
  readonly disabled: boolean;
  readonly hasPassword: boolean;
  readonly added: string;
  /** Sessions that are open. */
  readonly sessions: number;
  /** Of the open session that was used last. */
  readonly seen?: string;
  readonly address?: string;
  /** Absent: never yet. */
  readonly lastLogin?: string;
  /** End of a link that was not used yet. */
  readonly linkExpires?: string;
}

export interface UserCredentials extends NewUser {
  readonly disabled: boolean;
  /** PHC string; absent: none was set yet. */
  readonly password?: string;
}

/** One thing at a time: each has its own entry in the audit. */
export type UserChange =
  | { readonly role: Role }
  | { readonly masked: boolean }
  | { readonly disabled: boolean };

/** `last`: it is the last administrator who may log in. */
export type UserChangeResult = 'done' | 'unknown' | 'last';

export interface Reasoned {
  readonly by: Author;
  readonly reason: string;
}

export interface NewLink {
  readonly hash: string;
  readonly owner: SessionOwner;
  /** `password`: to set one. */
  readonly purpose: 'login' | 'password';
  readonly lasts: number;
}

/** One that was not used yet. */
export interface OpenLink extends Pick<NewLink, 'owner' | 'purpose'> {
  /** Who gave it. */
  readonly madeBy: string;
  readonly expires: string;
}

export interface NewSession {
  readonly hash: string;
  readonly lasts: number;
  readonly address: string;
  /** The browser, as it calls itself. */
  readonly agent: string;
}

export interface Session {
  readonly owner: SessionOwner;
  /** What the owner may now. */
  readonly role: Role;
  readonly masked: boolean;
  readonly began: string;
  readonly ends: string;
  readonly address: string;
}

/** As its owner sees it. */
export interface OpenSession extends Pick<NewSession, 'hash' | 'address' | 'agent'> {
  readonly began: string;
  readonly seen: string;
}

export interface NewToken {
  readonly name: string;
  readonly hash: string;
  readonly role: Role;
  /** Absent: it has no end. */
  readonly lasts?: number;
}

export interface AccessToken {
  readonly name: string;
  readonly role: Role;
  readonly added: string;
  readonly expires?: string;
  readonly used?: string;
}

export interface LoginAttempt {
  readonly account: string;
  readonly address: string;
}

export interface LoginDelays {
  /** Milliseconds to wait after the first failure, the second and so on; the last one stays. */
  readonly steps: readonly number[];
  /** Milliseconds after which failures are forgotten. */
  readonly forget: number;
}

export interface LoginFailures {
  readonly count: number;
  /** The last one; absent: there was none. */
  readonly last?: LoginAttempt & { readonly at: string };
}

export interface NewAuditEntry extends Reasoned {
  /** Its code, such as `add-user`; what each means is told in `src/wording/users`. */
  readonly action: string;
  /** What it was done to; empty: nothing that has a name. */
  readonly object: string;
  /** What belongs to the action, such as a role. */
  readonly detail?: string;
  /** `done`, or a code that says why not. */
  readonly result: string;
}

/** Which entries repeat one another, and how many of them stand by themselves. */
export interface RepeatLimits {
  /** The same text for entries that do, from wherever they come. */
  readonly crowd: string;
  /** Where this one comes from: each place has entries of its own. */
  readonly from: string;
  /** Milliseconds after which an entry counts no further ones. */
  readonly within: number;
  /** So many of one place stand by themselves, and the last of them counts the others. */
  readonly own: number;
  /** So many of all places; beyond them one without an address counts the others. */
  readonly most: number;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
  readonly at: string;
  /** How many it stands for, itself one of them, and when the last of them was; absent: itself alone. */
  readonly times?: number;
  readonly last?: string;
}

export interface AuditQuery {
  readonly limit: number;
  /** Entries before that one. */
  readonly before?: number | undefined;
  /** RFC 3339, UTC; from then on. */
  readonly since?: string | undefined;
  readonly who?: string | undefined;
  /** One of these. */
  readonly actions?: readonly string[] | undefined;
  /** What was refused, or failed. */
  readonly refused?: boolean | undefined;
  /** Part of a name, an object or a reason. */
  readonly find?: string | undefined;
}
