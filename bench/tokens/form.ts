/** Parses the fields of a form. */
export function parseFields(form: string): Readonly<Record<string, string>> & { secret: string; password: string } {
  return { secret: "", password: "", ...Object.fromEntries(new URLSearchParams(form)) };
}
