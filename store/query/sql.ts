/** A piece of SQL; each question mark takes the value of a slot, in their order. */
export interface Sql {
  readonly text: string;
  /** Indexes into the values of a query. */
  readonly slots: readonly number[];
}

const none: readonly number[] = [];

/** A piece of SQL without values. */
export function plain(text: string): Sql {
  return { text, slots: none };
}

/** A question mark that takes the value of a slot. */
export function mark(slot: number): Sql {
  return { text: "?", slots: [slot] };
}

/** Puts pieces together; texts are taken as they are. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | string)[]): Sql {
  let text = strings[0] ?? "";
  const slots: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") text += part;
    else {
      text += part.text;
      slots.push(...part.slots);
    }
    text += strings[index + 1] ?? "";
  }
  return { text, slots };
}

/** Puts pieces together with a text between them. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  return { text: parts.map(({ text }) => text).join(separator), slots: parts.flatMap(({ slots }) => slots) };
}

/** All of the conditions in one. */
export function allHold(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? plain("1 = 1") : joinSql(conditions, " AND ");
}

/** A name as the databases quote it. */
export function quoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}
