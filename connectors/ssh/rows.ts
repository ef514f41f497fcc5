/** A line of passwd(5). */
export interface PasswdRow {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly gecos: string;
  readonly home: string;
  readonly shell: string;
}

/** Facts of shadow(5) about an account, without the hash itself. */
export interface ShadowRow {
  readonly name: string;
  /** True if a password exists and a mark before it disables it. */
  readonly passwordLocked: boolean;
  readonly mustChange: boolean;
  /** First day on which the account is closed, counted from 1970-01-01. */
  readonly expiryDay?: number;
  /** Last day on which the password is not too old. */
  readonly passwordEndDay?: number;
  /** Last day on which a password that is too old still lets the owner in (end of its inactive period). */
  readonly passwordClosedDay?: number;
  /** Operation that created the account, stored in place of a password that was never set. */
  readonly madeBy?: Maker;
}

/** Operation that created an object. */
export interface Maker {
  readonly operation: string;
  /** True if the account was to get a password and has none yet, so it is incomplete. */
  readonly unfinished: boolean;
}

/** A line of group(5). */
export interface GroupRow {
  readonly name: string;
  readonly gid: number;
  readonly members: readonly string[];
}

/** Parses the lines of passwd(5); skips lines without a user id. */
export function passwdRows(text: string): PasswdRow[] {
  return fieldsOf(text).flatMap(([name = "", , uid, gid, gecos = "", home = "", shell = ""]) =>
    name !== "" && isNumber(uid) ? [{ name, uid: Number(uid), gid: Number(gid), gecos, home, shell }] : [],
  );
}

/** Parses the lines of shadow(5). */
export function shadowRows(text: string): ShadowRow[] {
  return fieldsOf(text).map(([name = "", hash = "", changedDay, , maxDays, , inactiveDays, expiryDay]) => {
    const ends = isNumber(changedDay) && isNumber(maxDays) && Number(maxDays) < endlessDays;
    const endDay = ends ? Number(changedDay) + Number(maxDays) : undefined;
    const closes = endDay !== undefined && changedDay !== "0" && isNumber(inactiveDays);
    const madeBy = makerOf(hash);
    return {
      name,
      passwordLocked: lockedHash.test(hash),
      mustChange: changedDay === "0",
      ...(isNumber(expiryDay) && { expiryDay: Number(expiryDay) }),
      ...(endDay !== undefined && { passwordEndDay: endDay }),
      ...(closes && { passwordClosedDay: endDay + Number(inactiveDays) }),
      ...(madeBy && { madeBy }),
    };
  });
}

// A password with as many days or more never ends, as chage(1) reads it; the default of most systems is 99999.
const endlessDays = 10_000;

// A hash as crypt(5) writes it, or of the oldest kind, after marks that disable it. Marks alone, `!!` or `*LK*`, are not a
// password.
const lockedHash = /^[!*]+(?:[$_]|[./0-9A-Za-z]{13})/;

const makerPattern = /^!\*(being-)?made-by-([\w-]{1,64})$/;

/** Returns the text that records the creating operation in place of a password; no password matches it. */
export function makerMark({ operation, unfinished }: Maker): string | undefined {
  const mark = `!*${unfinished ? "being-" : ""}made-by-${operation}`;
  return makerPattern.test(mark) ? mark : undefined;
}

function makerOf(hash: string): Maker | undefined {
  const [, unfinished, operation] = makerPattern.exec(hash) ?? [];
  return operation === undefined ? undefined : { operation, unfinished: unfinished !== undefined };
}

/** Parses the operations that created groups from the lines of gshadow(5), by the groups' names. */
export function groupMakers(text: string): ReadonlyMap<string, Maker> {
  return new Map(
    fieldsOf(text).flatMap(([name = "", hash = ""]) => {
      const maker = makerOf(hash);
      return maker ? [[name, maker] as const] : [];
    }),
  );
}

/** Parses the lines of group(5). */
export function groupRows(text: string): GroupRow[] {
  return fieldsOf(text).flatMap(([name = "", , gid, members = ""]) =>
    name !== "" && isNumber(gid)
      ? [{ name, gid: Number(gid), members: members.split(",").filter((member) => member !== "") }]
      : [],
  );
}

function fieldsOf(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(":"));
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text);
}
