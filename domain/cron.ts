/** Bounds of the five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday). */
const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

const part = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

/** Returns true if a text is a time in the five fields of cron: numbers, `*`, ranges, steps and lists of them. */
export function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return fields.length === bounds.length && bounds.every(([min, max], index) => isField(fields[index] ?? "", min, max));
}

function isField(field: string, min: number, max: number): boolean {
  return field.split(",").every((text) => {
    const found = part.exec(text);
    if (!found) return false;
    const [, first, last, step] = found.map((digits) => (digits === undefined ? undefined : Number(digits)));
    if (step !== undefined && step < 1) return false;
    if (first === undefined) return true;
    return first >= min && first <= max && (last === undefined || (last >= first && last <= max));
  });
}
