import { expect, test } from "vitest";

import { liesBelow, parentOf, rdnOf } from "./distinguished-name.ts";

test.each([
  ["ada", "uid=ada"],
  ["Smith, John", "uid=Smith\\2c John"],
  [" ada ", "uid=\\20ada\\20"],
  ['a+b"c\\d<e>f;g=h#i\0', "uid=a\\2bb\\22c\\5cd\\3ce\\3ef\\3bg\\3dh\\23i\\00"],
  ["Zoë", "uid=Zoë"],
])("the name %j is written %s", (name, expected) => {
  expect(rdnOf("uid", name)).toBe(expected);
});

test.each([
  ["uid=ada,ou=people,dc=example", "ou=people,dc=example"],
  ["uid=Smith\\, John,ou=people", "ou=people"],
  ["uid=a\\\\,ou=people", "ou=people"],
  ["dc=example", ""],
])("the parent of %s is %s", (dn, expected) => {
  expect(parentOf(dn)).toBe(expected);
});

test.each([
  ["CN=x,OU=People,DC=example", true],
  ["CN=x,OU=Inner,ou=people,dc=EXAMPLE", true],
  ["OU=People,DC=example", false],
  ["CN=x,OU=evil\\,OU=People,DC=example", false],
  ["CN=x,OU=Other,DC=example", false],
  ["CN=x,OU=MyOU=People,DC=example", false],
])("%s lies below the container: %s", (dn, expected) => {
  expect(liesBelow(dn, "OU=People,DC=example")).toBe(expected);
});
