import type { NoticeFactsOf, NoticeKind } from "#domain/notices/notice-kinds.ts";
import type { EventKind, FactsOf } from "#domain/requests/ledger/event-kinds.ts";
import type { RequestMoment } from "#domain/requests/request-moments.ts";
import type { RequestOrigin } from "#domain/requests/request-origin.ts";
import type { Clock } from "#platform/clock.ts";
import type { PluginRequest } from "#plugins/contract/request.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

/** A phase that cannot open yet. */
export interface StoppedPhase {
  /** Reason: `calculating` if plug-ins must be asked first, `held` if a workflow manager must decide. */
  readonly stop: "calculating" | "held";
  readonly sequence: number;
  /** Reason of a hold, in words. */
  readonly reason: string;
}

/**
 * State of a subject's authorization after its phases were counted. `calculating`: plug-ins must be asked for people before the next phase
 * opens; `held`: a workflow manager must decide.
 */
export type Authorization = "approved" | "denied" | "waiting" | StoppedPhase["stop"];

/** Item of a subject about which approvers may decide singly. */
export interface SubjectItem {
  readonly key: string;
  readonly sequence: number;
  readonly targetSystemKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  /** Key of the role that it is about, or through which it gives access. */
  readonly roleKey?: string | null | undefined;
}

/** Notice about a subject. */
export interface SubjectNotice<K extends NoticeKind> {
  /** Keys of users. */
  readonly to: readonly string[];
  readonly facts: NoticeFactsOf<K>;
}

/** An escalation in a phase of a subject. */
export interface SubjectEscalation {
  readonly phase: number;
  /** Key of the authorizer who has not answered. */
  readonly silentKey: string;
  /** Key of the user who is asked instead; undefined if there is none. */
  readonly above: string | undefined;
}

/** Nouns for the subjects of a kind in messages to callers. */
export interface SubjectWords {
  /** Noun for one of them, such as `request`. */
  readonly subject: string;
  /** Noun for one of its items, such as `operation`. */
  readonly item: string;
  /** Plural of `item`, which is also the field of a decision that names items. */
  readonly items: string;
}

interface Reading {
  readonly store: Store;
}

/**
 * Something about which approvers decide in phases, such as a request. Its phases, authorizers and decisions name it by its key, in the
 * column `requestKey`.
 */
export interface Subject<Context> {
  readonly words: SubjectWords;
  readonly key: string;
  readonly requesterKey: string;
  readonly recipientKey: string;
  readonly origin: RequestOrigin;
  /** Key of the user who changed its items last; null if it is as it was submitted. */
  readonly editedByKey: string | null;
  readonly expiresAt: number;
  /** True if it has ended. */
  readonly isOver: boolean;
  /** True if it waits for its approvers. */
  readonly isAsking: boolean;
  /** True if it waits for its requester, to whom it was sent back. */
  readonly isSentBack: boolean;
  /**
   * Throws unless its approvers may decide now.
   * @throws the code that says why not
   */
  requireAsking(context: { readonly clock: Clock }): void;
  /** Returns its items, as conditions of rules see them. */
  items(context: Reading): Promise<readonly Omit<SubjectItem, "key" | "sequence">[]>;
  /** Returns its items that have not ended, in their order. */
  openItems(context: Reading): Promise<readonly SubjectItem[]>;
  /** Ends items that were denied while others are approved. */
  refuseItems(context: Context, keys: readonly string[]): Promise<void>;
  /**
   * Judges it anew before its next phases open, or before it is approved; returns phases that decide too, or `denied` if nothing is left
   * of it. Left out if nothing can change about it.
   */
  judgeAnew?(context: Context): Promise<"denied" | readonly Row<"requestPhases">[]>;
  /** Counts it as approved without a decision; returns the reason, in words, if there is no room for another one of its requester. */
  boundUnasked?(context: Context): Promise<string | undefined>;
  /** Records a phase that cannot open, and notifies the users who may resolve the hold. */
  hold(context: Context, stopped: StoppedPhase): Promise<void>;
  /** Records an event of its authorization. */
  note<K extends EventKind>(context: Context, kind: K, facts: FactsOf<K>): void;
  /** Notifies users about it. */
  tell<K extends NoticeKind>(context: Context, kind: K, told: SubjectNotice<K>): void;
  /** Records an escalation by the clock, and notifies the user who is asked now. */
  tellEscalated(context: Context, escalation: SubjectEscalation): Promise<void>;
  /** Describes it for plug-ins. */
  described(context: Reading): Promise<PluginRequest>;
}

/** Item of a subject that waits for people by itself, as an open phase does; the current transaction has locked the subject. */
export interface WaitingItem<Context> {
  /** Subject, in the words of its item: what is noted and told of a phase is noted and told of the item. */
  readonly subject: Subject<Context>;
  /** Item, in the place of a phase. */
  readonly phase: { readonly key: string; readonly sequence: number; readonly excluded: readonly string[] };
  readonly votes: {
    readonly authorizers: readonly Row<"requestAuthorizers">[];
    /** People behind whom their delegates stay. */
    readonly decisions: readonly { readonly userKey: string }[];
  };
  /** Brings everything up to its people after they have changed. */
  changed(context: Context): Promise<void>;
}

/** Kind of subjects: the parts of waiting for approvers in which kinds differ. */
export interface SubjectKind<Context, S extends Subject<Context> = Subject<Context>> {
  /** Returns the subject of a key; undefined if there is none. */
  read(context: Context, key: string): Promise<S | undefined>;
  /** Returns the subject of a key and locks it until the transaction ends; undefined if there is none. */
  lock(context: Context, key: string): Promise<S | undefined>;
  /** Returns its moments ahead, earliest first. */
  moments(context: Context, subject: S): Promise<readonly RequestMoment[]>;
  /** Schedules the earliest of its moments. */
  schedule(context: Context, subject: S, moments: readonly RequestMoment[]): Promise<void>;
  /** Advances it by its authorization, which no longer waits. */
  advance(context: Context, subject: S, authorization: Authorization): Promise<unknown>;
  /** Handles a moment of its own that has come, other than a reminder or an escalation. */
  handle(context: Context, subject: S, moment: RequestMoment): Promise<void>;
  /** Brings a locked one up to what it depends on beside its phases; returns it as it is then. */
  followed?(context: Context, subject: S): Promise<S>;
  /** Returns its items that wait for people by themselves; left out if none does. */
  waitingItems?(context: Context, subject: S): Promise<readonly WaitingItem<Context>[]>;
  /** Handles one that no longer waits although it has a moment. */
  overtaken?(context: Context, subject: S): Promise<void>;
}
