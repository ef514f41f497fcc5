import { bodyMaxBytes, headersMaxBytes, urlMaxBytes } from "#domain/limits.ts";

import type { TestCall } from "./api.ts";
import type { TextGrammar } from "./worst-texts.ts";

/** A place where the API reads text from anonymous callers. */
export interface StrangersText extends TextGrammar {
  readonly name: string;
  /** Returns the call that sends a text to this place. */
  call(text: string): { readonly method: string; readonly path: string; readonly call: TestCall };
}

const formMaxBytes = 16 * 1024;
// Node counts the names of headers and everything else that it sends.
const headerRoom = headersMaxBytes - 600;
const pathRoom = urlMaxBytes - 100;
const blanks = [" ", "\t", "   "];
const part = "--b\r\ncontent-type: application/http\r\n\r\n";
const group = "--b\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n";

function body(name: string, type: string, path: string, grammar: TextGrammar, as?: string): StrangersText {
  const user = as === undefined ? {} : { as };
  return {
    name,
    ...grammar,
    call: (text) => ({ method: "POST", path, call: { ...user, body: text, headers: { "content-type": type } } }),
  };
}

function header(
  name: string,
  grammar: Partial<TextGrammar>,
  other: { path?: string; as?: string } = {},
): StrangersText {
  const { path = "/v2/$metadata", as } = other;
  return {
    name: `the header ${name}`,
    tokens: [...blanks, ",", ";", "=", '"', "a", "\\", ...(grammar.tokens ?? [])],
    frames: grammar.frames ?? [["", ""]],
    size: headerRoom - (as === undefined ? 0 : 1024),
    call: (text) => ({
      method: "GET",
      path,
      call: { ...(as === undefined ? {} : { as }), headers: { [name]: text } },
    }),
  };
}

const json: TextGrammar = {
  size: bodyMaxBytes,
  tokens: [
    "0,",
    '"",',
    '"a":0,',
    '{"a":0},',
    "[],",
    "{},",
    ...blanks,
    "\n",
    '"',
    "\\",
    "\\u0041",
    "\\ud800",
    "1e9",
    "-",
  ],
  brackets: [
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"a":', "}]"],
  ],
  frames: [
    ["", ""],
    ['{"a":[', "0]}"],
    ['{"a":"', '"}'],
    ['{"requests":[', "{}]}"],
    ['{"requests":[{"id":"1","method":"GET","url":"', '"}]}'],
    ['{"requests":[{"id":"1","method":"GET","url":"users","headers":{', '"b":"c"}}]}'],
  ],
};

const multipart: TextGrammar = {
  size: bodyMaxBytes,
  tokens: [
    "\r\n",
    "\n",
    "\r",
    "--b",
    "--b--",
    "\r\n--b\r\n",
    "\r\n--b   ",
    "\r\n--",
    "--c\r\n",
    part,
    group,
    ...blanks,
    ":",
    "a",
    "a: b\r\n",
    "GET ",
    "HTTP/1.1",
    "content-type",
    "boundary=",
    ";",
    '"',
    "\xA0",
  ],
  frames: [
    ["", ""],
    ["--b\r\n", "\r\n--b--"],
    ["--b\r\ncontent-type: ", "\r\n\r\n\r\n--b--"],
    ["--b\r\ncontent-type: multipart/mixed;", "\r\n\r\n\r\n--b--"],
    [part, "\r\n--b--"],
    [`${part}GET `, " HTTP/1.1\r\n\r\n\r\n--b--"],
    [`${part}GET users HTTP/1.1\r\n`, "\r\n\r\n--b--"],
    [`${part}GET users HTTP/1.1\r\n\r\n`, "x\r\n--b--"],
    [group, "\r\n--c--\r\n--b--"],
    [`${group}${part.replaceAll("--b", "--c")}`, "\r\n--c--\r\n--b--"],
  ],
};

const form: TextGrammar = {
  size: formMaxBytes,
  tokens: ["&", "=", "+", "%", "%41", "%ff", "a", "a=b&", "&&==", "é", "scope=a+"],
  frames: [
    ["", ""],
    ["grant_type=password&client_id=gatehouse&username=", "&password=x"],
    ["grant_type=refresh_token&client_id=gatehouse&refresh_token=", ""],
    ["grant_type=client_credentials&client_id=", "&client_secret=x"],
    ["grant_type=password&client_id=gatehouse&username=a&password=x&scope=", ""],
  ],
};

const words = [
  "a",
  " eq ",
  " and ",
  " or ",
  "not ",
  "(",
  ")",
  "'",
  "''",
  ",",
  "/",
  ":",
  "$it",
  "@p",
  "1",
  "-",
  ".",
  "*",
];
const encoded = (text: string) => text.replaceAll(" ", "%20").replaceAll('"', "%22");
const query: TextGrammar = {
  size: pathRoom,
  tokens: [
    ...words.map(encoded),
    "%20",
    "%28",
    "%",
    "+",
    "&",
    "=",
    ";",
    "[",
    "]",
    "{",
    "}",
    "%22",
    "%5c",
    "$",
    "%ff",
    "é",
  ],
  brackets: [
    ["(", ")"],
    ["a(", ")"],
    ["not(", ")"],
    ["[", "]"],
    ["a/any(x:", ")"],
    ["a($expand=", ")"],
  ],
  frames: ["", "$filter=", "$expand=", "$select=", "$orderby=", "$search=", "$compute=", "$format=", "@p="].map(
    (option) => [option, ""] as const,
  ),
};

const path: TextGrammar = {
  size: pathRoom,
  tokens: [
    "/",
    "//",
    "a",
    "a/",
    "users/",
    "users('a')/",
    "('",
    "')",
    "'",
    "''",
    "(",
    ")",
    "=",
    "%",
    "%27",
    "%2f",
    "$",
    ".",
  ],
  brackets: [["(", ")"]],
  frames: [
    ["/", ""],
    ["/v2/", ""],
    ["/v2/users('", "')"],
    ["/v2/users(", ")"],
    ["/v2/users(id=", ")"],
    ["/v2/users('a')/accounts/", ""],
    ["/v2/$metadata/", ""],
  ],
};

function address(name: string, grammar: TextGrammar, to: (text: string) => string, as?: string): StrangersText {
  const call = as === undefined ? {} : { as };
  return { name, ...grammar, call: (text) => ({ method: "GET", path: to(text), call }) };
}

// node:http sends an address as it is, and refuses what no client sends: blanks and characters beyond ASCII.
const ascii = (text: string) => text.replaceAll(/[^\u0021-\u007e]/g, "%20");

/** Every place where the API reads text from anonymous callers, each with the tokens of the format expected there. */
export const strangersTexts: readonly StrangersText[] = [
  body("a batch in multipart/mixed", "multipart/mixed;boundary=b", "/v2/$batch", multipart, "root"),
  body("a batch in JSON", "application/json", "/v2/$batch", json, "root"),
  body("an object in JSON", "application/json", "/v2/targetSystems", json, "root"),
  body("what proxies send", "application/json", "/proxies/v1/outcomes", json),
  body("an enrolment", "application/json", "/proxies/v1/enrol", { ...json, size: 4096 }),
  body("a form", "application/x-www-form-urlencoded", "/identity/connect/token", form),
  body("a form of a page", "application/x-www-form-urlencoded", "/identity/connect/sign-in", form),
  address("the query of a document", query, (text) => `/v2/$metadata?${ascii(text)}`),
  address("the query of a read", query, (text) => `/v2/users?${ascii(text)}`, "root"),
  address(
    "the query of signing in",
    { ...form, size: pathRoom },
    (text) => `/identity/connect/authorize?${ascii(text)}`,
  ),
  address("the query of signing out", { ...form, size: pathRoom }, (text) => `/identity/connect/logout?${ascii(text)}`),
  address("a path", path, ascii),
  address("the path of a read", path, ascii, "root"),
  header("accept", {
    tokens: ["application/json", "*/*", "q=0.1", "odata.metadata="],
    frames: [
      ["", ""],
      ["application/json;", ""],
      ["", "/x"],
    ],
  }),
  header("prefer", { tokens: ["return=", "odata.", "maxpagesize=1", "minimal"] }, { path: "/v2/users", as: "root" }),
  header(
    "authorization",
    {
      tokens: ["Bearer ", "Basic ", ".", "eyJ"],
      frames: [
        ["", ""],
        ["Bearer ", "!"],
        ["Bearer a", " !"],
        ["Basic ", "!"],
        ["Bearer eyJhbGciOiJub25lIn0.", ".x"],
      ],
    },
    { path: "/v2/users" },
  ),
  header(
    "cookie",
    { tokens: ["gatehouse-sign-in=", "__Host-gatehouse-sign-in="] },
    { path: "/identity/connect/authorize" },
  ),
  header("if-match", { tokens: ["W/", "*", 'W/"1"', '"1",'] }, { path: "/v2/targetSystems('T1')", as: "root" }),
  header("if-none-match", { tokens: ["W/", "*", 'W/"1"', '"1",'] }, { path: "/v2/targetSystems('T1')", as: "root" }),
  header("forwarded", { tokens: ["for=", "proto=https", "[", "]", ":", "127.0.0.1"] }),
  header("x-forwarded-for", { tokens: ["127.0.0.1", "[", "]", ":", "::"] }),
  header("x-forwarded-proto", { tokens: ["https"] }),
  header("content-type", {
    tokens: ["multipart/mixed", "boundary=", "charset="],
    frames: [
      ["multipart/mixed;", ""],
      ["", ""],
    ],
  }),
  header("content-encoding", { tokens: ["gzip", "identity"] }),
  header("accept-encoding", { tokens: ["gzip", "*", "q=0", "q=1"] }),
  header("odata-version", { tokens: ["4.0", "4", "."] }),
  header("odata-maxversion", { tokens: ["4.0", "4", "."] }),
  header("x-request-id", { tokens: ["-", "0"] }),
  header("x-batch-id", { tokens: ["-", "0"] }),
  header("origin", { tokens: ["https://", ".", ":"] }),
  ...["gatehouse-proxy", "gatehouse-time", "gatehouse-nonce", "gatehouse-body-hash", "gatehouse-signature"].map(
    (name) => header(name, { tokens: ["-", "_", "0", "A"] }),
  ),
];
