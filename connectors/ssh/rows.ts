/** A line of passwd(5). */
export interface PasswdRow {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly gecos: string;
  readonly home: string;
  readonly shell: string;
}

/** What shadow(5) tells about an account; the hash itself is not kept. */
export interface ShadowRow {
  readonly name: string;
  /** A password is there and a mark before it keeps it from being used. */
  readonly passwordLocked: boolean;
  readonly mustChange: boolean;
  /** The day after which the account is closed, counted from 1970-01-01. */
  readonly expiryDay?: number;
  /** The day after which the password is too old. */
  readonly passwordEndDay?: number;
  /** The day after which a password that is too old lets nobody in (its inactive period is over). */
  readonly passwordClosedDay?: number;
  /** The operation that made the account; it stands in the place of a password that was never set. */
  readonly madeBy?: Maker;
}

/** The operation that made an object. */
export interface Maker {
  readonly operation: string;
  /** The account was to get a password and has none yet, so it is not whole. */
  readonly unfinished: boolean;
}

/** A line of group(5). */
export interface GroupRow {
  readonly name: string;
  readonly gid: number;
  readonly members: readonly string[];
}

/** Reads the lines of passwd(5); a line without a user id is none. */
export function passwdRows(text: string): PasswdRow[] {
  return fieldsOf(text).flatMap(([name = "", , uid, gid, gecos = "", home = "", shell = ""]) =>
    name !== "" && isNumber(uid) ? [{ name, uid: Number(uid), gid: Number(gid), gecos, home, shell }] : [],
  );
}

/** Reads the lines of shadow(5). */
export function shadowRows(text: string): ShadowRow[] {
  return fieldsOf(text).map(([name = "", hash = "", changedDay, , maxDays, , inactiveDays, expiryDay]) => {
    const endDay = isNumber(changedDay) && isNumber(maxDays) ? Number(changedDay) + Number(maxDays) : undefined;
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

// A hash as crypt(5) writes one, or the oldest kind, behind marks that keep it from being used. Marks alone, `!!` or `*LK*` are no password.
const lockedHash = /^[!*]+(?:[$_]|[./0-9A-Za-z]{13})/;

const makerPattern = /^!\*(being-)?made-by-([\w-]{1,64})$/;

/** Returns what stands in the place of a password to tell which operation made the object; nothing that is typed opens it. */
export function makerMark({ operation, unfinished }: Maker): string | undefined {
  const mark = `!*${unfinished ? "being-" : ""}made-by-${operation}`;
  return makerPattern.test(mark) ? mark : undefined;
}

function makerOf(hash: string): Maker | undefined {
  const [, unfinished, operation] = makerPattern.exec(hash) ?? [];
  return operation === undefined ? undefined : { operation, unfinished: unfinished !== undefined };
}

/** Reads which operations made groups from the lines of gshadow(5), by the groups' names. */
export function groupMakers(text: string): ReadonlyMap<string, Maker> {
  return new Map(
    fieldsOf(text).flatMap(([name = "", hash = ""]) => {
      const maker = makerOf(hash);
      return maker ? [[name, maker] as const] : [];
    }),
  );
}

/** Reads the lines of group(5). */
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
