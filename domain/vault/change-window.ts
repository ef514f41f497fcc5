const windowForm = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** What a text must be to say when passwords are changed, in words that follow "must be". */
export const changeWindowRule = "two different times of day such as 22:00-05:30";

/** Whether a text says when passwords are changed: two different times of day; the second may be on the next day. */
export function isChangeWindow(text: string): boolean {
  const [, from, to] = windowForm.exec(text) ?? [];
  return from !== undefined && from !== to;
}
