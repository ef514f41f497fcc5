import { expect, test } from "vitest";

import { domainLabelsOf, domainPartOf, isSameDn, liesBelow, parentOf, rdnOf, tidyDn } from "./distinguished-name.ts";

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

test.each([
  ["CN=x,ou=people,dc=example", "CN=x, OU=People , DC = Example", true],
  ["CN=Smith\\, John,DC=example", "cn=smith\\2c john,dc=example", true],
  ["CN=M\\c3\\bcller,DC=example", "CN=Müller,DC=example", true],
  ["CN=Mu\u0308ller,DC=example", "CN=Müller,DC=example", true],
  ["CN=a+UID=b,DC=example", "uid=b+cn=a,dc=example", true],
  ["CN=a\\+UID\\=b,DC=example", "uid=b+cn=a,dc=example", false],
  ["CN=a  b,DC=example", "CN=a b,DC=example", true],
  ["CN=a\\20,DC=example", "CN=a\\ ,DC=example", true],
  ["CN=a\\ ,DC=example", "CN=a,DC=example", false],
  ["CN=a\\\\ ,DC=example", "CN=a\\5c,DC=example", true],
  ["CN=x,OU=a\\,DC=example", "CN=x,OU=a,DC=example", false],
  ["CN=x,DC=example", "CN=y,DC=example", false],
])("%s and %s name one entry: %s", (one, other, expected) => {
  expect(isSameDn(one, other)).toBe(expected);
  expect(liesBelow(`CN=z,${one}`, other)).toBe(expected);
});

test.each([
  ["OU=People, DC=example , dc=test", "DC=example , dc=test", ["example", "test"]],
  ["DC=example,DC=test", "DC=example,DC=test", ["example", "test"]],
  ["DC=here,OU=x,DC=test", "DC=test", ["test"]],
  ["OU=a\\,DC=example,O=test", "", []],
])("the domain of %s is %s", (dn, domain, labels) => {
  expect(domainPartOf(dn)).toBe(domain);
  expect(domainLabelsOf(dn)).toEqual(labels);
});

test.each([
  [" OU = People , dc = example,DC=test ", "OU=People,dc=example,DC=test"],
  ["CN=Smith\\, John\\ , DC=test", "CN=Smith\\, John\\ ,DC=test"],
  ["CN=a=b+ UID=c,DC=test", "CN=a=b+ UID=c,DC=test"],
  ["", ""],
])("%j is written %j to a server", (dn, tidy) => {
  expect(tidyDn(dn)).toBe(tidy);
});
