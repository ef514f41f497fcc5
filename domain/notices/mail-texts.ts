import type { CheckoutRight } from "../checkouts/checkout-rights.ts";
import type { ReturnedStatus } from "../checkouts/checkout-status.ts";
import type { SecondFactor } from "../credential-types.ts";
import type { LogStanding } from "../log-standing.ts";
import type { NotSynchronized } from "../password-sync/not-synchronized.ts";
import type { OperationCode } from "../requests/operation-codes.ts";
import type { GivenUp } from "../requests/password-queue.ts";
import type { Decision } from "../requests/phase-rules/decision.ts";
import { fieldsOf, isNoticeKind } from "./notice-fields.ts";
import type {
  DelegationChange,
  EndReason,
  FactorChange,
  HolderWay,
  NoticeKind,
  PasswordBlockChange,
  PasswordChange,
  PasswordDuty,
  SecretWayChange,
} from "./notice-kinds.ts";

/**
 * Texts of one email, with fields such as `{{number}}`. A line whose fields are all empty is left out. Without `html` the HTML body is made
 * from `text`.
 */
export interface MailTemplate {
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
}

/** Results of a request as facts of notices name them. */
export type Outcome = "C" | "D" | "K" | "E";

/** Texts of a language. */
export interface MailTexts {
  /** Names of the facts that are words. */
  readonly words: Readonly<
    Record<
      | Decision
      | Outcome
      | DelegationChange
      | EndReason
      | ReturnedStatus
      | CheckoutRight
      | SecondFactor
      | FactorChange
      | HolderWay
      | PasswordBlockChange
      | PasswordChange
      | PasswordDuty
      | SecretWayChange
      | GivenUp
      | LogStanding
      | NotSynchronized,
      string
    >
  >;
  /** Descriptions of operations by their codes. */
  readonly operations: Readonly<Record<OperationCode, string>>;
  readonly kinds: Readonly<Record<NoticeKind, MailTemplate>>;
  /** Text of a digest. Its fields are `person` and `count`; the subjects of its notices follow. */
  readonly digest: MailTemplate;
  /** Text of the email of `gatehouse mail test`, without fields. */
  readonly test: MailTemplate;
}

/** Texts of an installation; missing ones are taken from the built-in texts. */
export interface OwnMailTexts {
  readonly words?: { readonly [word: string]: string } | undefined;
  readonly operations?: { readonly [code: string]: string } | undefined;
  readonly kinds?: { readonly [kind: string]: MailTemplate } | undefined;
  readonly digest?: MailTemplate | undefined;
  readonly test?: MailTemplate | undefined;
}

/** Fields of a digest. */
const digestFields = ["person", "count"] as const;

const placeholder = /\{\{([^{}]*)\}\}/g;

/** Returns the problem of an installation's texts in words with the way out; undefined if they can be used. */
export function textsProblem(
  { words = {}, operations = {}, kinds = {}, digest, test }: OwnMailTexts,
  known: MailTexts,
): string | undefined {
  const word = Object.keys(words).find((name) => !Object.hasOwn(known.words, name));
  if (word !== undefined) return `words: there is no '${word}'. The words are ${Object.keys(known.words).join(", ")}.`;
  const code = Object.keys(operations).find((name) => !Object.hasOwn(known.operations, name));
  if (code !== undefined)
    return `operations: there is no '${code}'. The codes are ${Object.keys(known.operations).join(", ")}.`;
  for (const [kind, template] of Object.entries(kinds)) {
    if (!isNoticeKind(kind))
      return `kinds: there is no '${kind}'. The kinds are ${Object.keys(known.kinds).join(", ")}.`;
    const problem = templateProblem(template, fieldsOf(kind));
    if (problem !== undefined) return `${kind}: ${problem}`;
  }
  const others = [
    ["digest", digest, digestFields],
    ["test", test, []],
  ] as const;
  for (const [name, template, fields] of others) {
    const problem = template && templateProblem(template, fields);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return undefined;
}

/** Puts an installation's texts over the built-in ones. */
export function withOwnTexts(known: MailTexts, own: OwnMailTexts): MailTexts {
  return {
    words: { ...known.words, ...own.words },
    operations: { ...known.operations, ...own.operations },
    kinds: { ...known.kinds, ...own.kinds },
    digest: own.digest ?? known.digest,
    test: own.test ?? known.test,
  };
}

function templateProblem({ subject, text, html = "" }: MailTemplate, fields: readonly string[]): string | undefined {
  if (subject.trim() === "" || /[\r\n]/.test(subject)) return "the subject must be one line that says something.";
  if (text.trim() === "") return "the text must say something.";
  const named = [...`${subject}\n${text}\n${html}`.matchAll(placeholder)].map(([, field = ""]) => field);
  const unknown = named.find((field) => !fields.includes(field));
  if (unknown === undefined) return undefined;
  const known = fields.length === 0 ? "It has no fields." : `Its fields are ${fields.join(", ")}.`;
  return `there is no field {{${unknown}}}. ${known}`;
}

/** Replaces the fields of a text by their values. */
export function fillIn(text: string, valueOf: (field: string) => string): string {
  return text.replaceAll(placeholder, (_whole, field: string) => valueOf(field));
}

/** Returns the fields that a line names. */
export function fieldsIn(line: string): readonly string[] {
  return [...line.matchAll(placeholder)].map(([, field = ""]) => field);
}
