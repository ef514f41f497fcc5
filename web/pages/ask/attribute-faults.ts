/**
 * Returns error texts of the API by the names of the attributes: `operations/0/attributes/mail` and `operations.0.attributes.mail` are both
 * `mail`.
 */
export function faultsByAttribute(faults: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return faultsIn("attributes", faults);
}

/** Returns error texts of the API by the names of the fields of forms, like `faultsByAttribute`. */
export function faultsByFormField(faults: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...faultsIn("form", faults)].filter(([field]) => !/[./]/.test(field)));
}

function faultsIn(part: "attributes" | "form", faults: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const before = part === "form" ? /^.*\bform[./]/ : /^.*\battributes[./]/;
  return new Map([...faults].map(([field, message]) => [field.replace(before, ""), message]));
}
