/** Returns the key of the description of a setting. */
export const doesKey = (name: string) => `setting.does.${name}`;

/** Returns the key of the description of a type of values. */
export const takesKey = (type: string) => `setting.takes.${type}`;

/** Returns the key of the text about the part of the service that a setting waits for. */
export const lacksKey = (waitsFor: string) => `setting.lacks.${waitsFor}`;

/** Returns the key of the reason why a setting cannot be saved. The API's text has it between the setting's name and the way out. */
export function reasonKey(notStorable: string): string {
  const [, reason = ""] = /cannot be stored: (.*)\. Set \S+ in /.exec(notStorable) ?? [];
  return `setting.bars.${reason}`;
}
