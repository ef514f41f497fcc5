/** Sets. */
export const sets = ["users", "accounts", "groups", "targetSystems", "targetGroups", "requests", "operations", "roles"];
/** Navigations. */
export const navigations = [
  "accounts",
  "user",
  "targetSystem",
  "attributes",
  "groups",
  "operations",
  "options",
  "members",
];
/** Properties. */
export const names = [
  "id",
  "key",
  "displayName",
  "locked",
  "stableId",
  "enabled",
  "number",
  "createdAt",
  "address",
  "x",
];
/** Segments that are no names of the model. */
export const segments = [
  "$count",
  "$value",
  "$ref",
  "$each",
  "$filter(true)",
  "v2.User",
  "v2.Question",
  "Edm.String",
  "%ff",
  "()",
];
/** Keys, right and wrong. */
export const keys = [
  "'T1'",
  "'a''b'",
  "00000000-0000-4000-8000-000000000000",
  "''",
  "1",
  "key='T1'",
  "@p",
  "'%00'",
  "'%F0%9F%92%A9'",
  "null",
];
/** Literals of every type, right and wrong. */
export const literals = [
  "'a'",
  "''",
  "'%25_'",
  "'It''s'",
  "1",
  "-1",
  "1.5",
  "1e400",
  "99999999999999999999",
  "true",
  "null",
  "2030-01-01",
  "2030-01-01T00:00:00Z",
  "9999-99-99T99:99:99Z",
  "12:00:00",
  "duration'P1D'",
  "00000000-0000-4000-8000-000000000000",
  "INF",
  "NaN",
  "@p",
  "$it",
  "$root/users",
  "geography'POINT(1 1)'",
  "[1,2]",
  '{"a":1}',
];
/** Binary operators. */
export const operators = [
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
  "has",
  "in",
  "and",
  "or",
  "add",
  "sub",
  "mul",
  "div",
  "divby",
  "mod",
];
/** Functions, known and unknown. */
export const functions = [
  "contains",
  "startswith",
  "endswith",
  "length",
  "indexof",
  "substring",
  "tolower",
  "toupper",
  "trim",
  "concat",
  "year",
  "date",
  "time",
  "now",
  "round",
  "floor",
  "matchespattern",
  "cast",
  "isof",
  "geo.distance",
  "nothing",
];
/** Query options. */
export const options = [
  "$filter",
  "$orderby",
  "$select",
  "$expand",
  "$top",
  "$skip",
  "$count",
  "$search",
  "$compute",
  "$format",
];
/** Query options that are rare or wrong. */
export const rare = [
  "$apply",
  "$levels",
  "$index",
  "$skiptoken",
  "$deltatoken",
  "$id",
  "@p",
  "foo",
  "$",
  "=",
  "$schemaversion",
];
/** Bodies. */
export const bodies = [
  "null",
  "[]",
  "1",
  '"x"',
  "{",
  "",
  "{}",
  '{"__proto__":{"a":1}}',
  '{"id":1}',
  '{"locked":"yes"}',
];
/** Bodies that come nearer to being right. */
export const moreBodies = [
  '{"description":null}',
  '{"address":[]}',
  '{"operations":[null]}',
  '{"requests":[{"id":"1","method":"GET","url":"users"}]}',
  '{"requests":[null]}',
  '{"recipientKey":{}}',
  "\u0000",
];
/** Media types of bodies. */
export const types = [
  "application/json",
  "application/json;IEEE754Compatible=true",
  "text/plain",
  "multipart/mixed;boundary=b",
  "",
];
/** Headers with values, right and wrong. */
export const headers: readonly (readonly [string, readonly string[]])[] = [
  [
    "accept",
    ["*/*", "application/json;odata.metadata=full", "application/json;odata.metadata=none", "text/html", ";q"],
  ],
  ["prefer", ["return=minimal", "return=representation", "odata.maxpagesize=1", "maxpagesize=x", ","]],
  ["if-match", ["*", 'W/"1"', '"', "x"]],
  ["if-none-match", ["*", 'W/"1"', '"']],
  ["odata-maxversion", ["4.0", "4.01", "3.0", "x"]],
  ["odata-version", ["4.0", "3.0"]],
];

/** Conditions that are valid for a set; each name in capitals stands for a valid value. */
export const conditions: Readonly<Record<string, readonly string[]>> = {
  users: [
    "startswith(id,TEXT)",
    "displayName eq TEXT",
    "accounts/any(a:contains(a/longId,TEXT))",
    "accounts/$count gt INT",
  ],
  accounts: [
    "user/id eq TEXT",
    "length(longId) gt INT",
    "lastPasswordChange lt MOMENT",
    "locked",
    "longId in (TEXT,TEXT)",
  ],
  groups: ["contains(tolower(displayId),TEXT)", "managed eq true", "members/all(m:m/enabled)"],
  targetSystems: ["concat(id,TEXT) ne TEXT", "indexof(description,TEXT) eq INT", "enabled and not sourceOfProfiles"],
  targetGroups: ["substring(id,INT) eq TEXT", "helpUrl eq null", "endswith(trim(id),TEXT)"],
  requests: ["year(createdAt) ge INT", "active eq false", "createdAt gt MOMENT", "status in (TEXT,null)"],
  operations: ["sends add INT lt INT", "result eq null", "sends mul INT mod 7 eq INT"],
  roles: ["id gt TEXT", "toupper(id) le TEXT", "(id eq TEXT) or (id ne null)"],
};
