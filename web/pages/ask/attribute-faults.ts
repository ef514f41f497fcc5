/**
 * Returns error texts of the API by the names of the attributes: `operations/0/attributes/mail` and `operations.0.attributes.mail` are both
 * `mail`.
 */
export function faultsByAttribute(faults: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...faults].map(([field, message]) => [field.replace(/^.*\battributes[./]/, ""), message]));
}
