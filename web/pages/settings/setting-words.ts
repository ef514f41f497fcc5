/** The key of what a setting does. */
export const doesKey = (name: string) => `setting.does.${name}`;

/** The key of what a setting takes. */
export const takesKey = (type: string) => `setting.takes.${type}`;

/** The key of what a setting waits for. */
export const lacksKey = (waitsFor: string) => `setting.lacks.${waitsFor}`;

/** The key of why a setting cannot be stored, which the API tells between its name and the way out. */
export function barsKey(notStorable: string): string {
  const [, reason = ""] = /cannot be stored: (.*)\. Set \S+ in /.exec(notStorable) ?? [];
  return `setting.bars.${reason}`;
}
