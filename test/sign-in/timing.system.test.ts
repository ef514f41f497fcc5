// @alone it compares the times of answers
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { createPasswordHasher, type PasswordHasher } from "#operations/proofs/password-hasher.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { distinguish } from "../support/distinguish.ts";
import { giveAnswers } from "../support/given-answers.ts";
import { createHttpClient, type HttpAnswer } from "../support/http-client.ts";
import { inParallel } from "../support/in-parallel.ts";
import { writePlugins } from "../support/plug-in-files.ts";
import { chainOf } from "../support/sign-in-steps.ts";
import { message } from "../support/soap-messages.ts";
import { storeChain } from "../support/stored-chain.ts";
import { testSize } from "../support/test-size.ts";

/** Number of answers of each case that show a difference of a tenth of their width. */
const enough = 400;
/** Number of answers of each case that show a difference as great as that of a hash. */
const few = 14;
const rounds = 3;
const lanes = 2;
/** Standard deviations beyond which two cases count as distinguishable. */
const apart = 3.5;
const timeoutMs = 900_000;

/** Sign-ins of a stranger that must be indistinguishable. */
const cases = {
  "unknown user": ["nobody-of-this-name", "any password"],
  "wrong password": ["known", "wrong"],
  "locked user with a wrong password": ["locked", "wrong"],
  "disabled user with a wrong password": ["disabled", "wrong"],
  "no right": ["without-right", "password-of-without-right"],
} as const;

/** Further sign-ins that must be indistinguishable where a correct password does not reveal a lock. */
const keyedCases = {
  ...cases,
  "locked user with the right password": ["locked", "password-of-locked"],
  "disabled user with the right password": ["disabled", "password-of-disabled"],
} as const;

const rightAnswer = "rex";

/** Sign-ins with a forgotten password that must be indistinguishable. */
const forgottenCases = {
  "unknown user": ["nobody-of-this-name", "wrong"],
  "wrong answers": ["known", "wrong"],
  "locked user with wrong answers": ["locked", "wrong"],
  "locked user with the right answers": ["locked", rightAnswer],
  "disabled user with the right answers": ["disabled", rightAnswer],
  "nobody has given answers": ["without-right", "wrong"],
} as const;

/** A set of questions of a plug-in that fails, gives no answer or speaks of another question, as the answer to it says. */
const failingSet = `
  export const kind = "questionSet";
  const ways = {
    failing: () => { throw new Error("down"); },
    silent: () => [],
    other: () => [{ questionKey: "another", right: true }],
  };
  export const run = async ({ ask, answers }) => {
    if (ask === "questions") return { questions: [{ questionKey: "room", text: "Your room?" }] };
    const said = answers[0]?.answer.use((text) => text);
    return { answers: ways[said]?.() ?? answers.map(({ questionKey }) => ({ questionKey, right: false })) };
  };`;

/** Sign-ins by questions that must be indistinguishable: the answer to questions of the service, and that to the failing set. */
const questionCases = {
  "unknown user": ["nobody-of-this-name", "wrong wrong"],
  "unknown user, a set that fails": ["nobody-of-this-name", "wrong failing"],
  "wrong answers": ["known", "wrong wrong"],
  "right answers, and a wrong one to the set": ["known", `${rightAnswer} wrong`],
  "right answers, and a set that fails": ["known", `${rightAnswer} failing`],
  "right answers, and a set without an answer": ["known", `${rightAnswer} silent`],
  "right answers, and a set with the answer to another question": ["known", `${rightAnswer} other`],
  "locked user with the right answers": ["locked", `${rightAnswer} wrong`],
} as const;

/** Chain of questions before anything is proved: two of the service, and one of the failing set. */
const questionChain = chainOf({
  questions: {
    component: "questions",
    configuration: { sets: "predefined,failing.mjs", count: 3 },
    outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" },
  },
});

const attemptsPath = "/identity/sign-in/attempts";

/** Returns the function that answers the step of a sign-in. */
function stepOf(http: Http, { body, headers }: HttpAnswer) {
  const { attempt } = body as { readonly attempt: string };
  const [cookie = ""] = String(headers["set-cookie"]).split(";", 1);
  const path = `${attemptsPath}/${attempt}/steps`;
  return (fields: object) => http.call("POST", path, { body: { fields }, headers: { cookie } });
}

type Http = ReturnType<typeof createHttpClient>;
type Try = readonly [username: string, password: string];

type Answer = Pick<HttpAnswer, "status" | "body">;

/** A door for sign-ins of strangers: the cases, how to try them, and the answer to all of them. */
interface SignInDoor {
  readonly cases: Readonly<Record<string, Try>>;
  readonly samples: number;
  /** Prepares a try; returns the try itself, whose time is measured. */
  ready?(http: Http, login: Try): Promise<() => Promise<Answer>>;
  send?(http: Http, login: Try): Promise<Answer>;
  readonly refused: readonly [status: number, body: unknown];
  /** Prepares the service. */
  prepare?(of: TestApi): Promise<void>;
}

const bySoap = (code: string, xmlOf: (login: Try) => string): SignInDoor => ({
  cases: keyedCases,
  samples: testSize(few, enough),
  send: (http, login) => http.call("POST", "/idapisoap", { xml: xmlOf(login) }),
  refused: [500, expect.stringContaining(`<code>${code}</code>`)],
});

const doors: Readonly<Record<string, SignInDoor>> = {
  "the token server": {
    cases,
    samples: testSize(few, enough),
    send(http, [username, password]) {
      const form = new URLSearchParams({
        grant_type: "password",
        client_id: "gatehouse",
        username,
        password,
      });
      return http.call("POST", "/identity/connect/token", { form: form.toString() });
    },
    refused: [400, { error: "invalid_grant" }],
  },
  "an authentication chain": {
    cases,
    samples: testSize(few, enough),
    async ready(http, [userName, password]) {
      const answer = stepOf(http, await http.call("POST", attemptsPath, { body: {} }));
      return () =>
        answer({
          userName,
          password,
        });
    },
    refused: [401, { error: { code: "SIGN_IN_FAILED" } }],
  },
  "a forgotten password": {
    cases: forgottenCases,
    samples: testSize(few, enough),
    async ready(http, [userName, answer1]) {
      const begun = {
        purpose: "forgotPassword",
        userName,
      };
      const answer = stepOf(http, await http.call("POST", attemptsPath, { body: begun }));
      return () =>
        answer({
          answer1,
          answer2: answer1,
        });
    },
    refused: [
      401,
      {
        end: "DENY",
        error: { code: "SIGN_IN_FAILED" },
      },
    ],
  },
  "the beginning of a forgotten password": {
    cases: forgottenCases,
    samples: testSize(few, enough),
    send: (http, [userName]) =>
      http.call("POST", attemptsPath, {
        body: {
          purpose: "forgotPassword",
          userName,
        },
      }),
    refused: [201, { fields: [{ name: "answer1" }, { name: "answer2" }] }],
  },
  "questions, one of a set that fails": {
    cases: questionCases,
    samples: testSize(few, enough),
    async prepare(of) {
      writePlugins(of, { "failing.mjs": failingSet });
      await storeChain(of, questionChain);
    },
    async ready(http, [userName, answers]) {
      const [ours = "", theirs = ""] = answers.split(" ");
      const begun = await http.call("POST", attemptsPath, { body: { userName } });
      const { fields } = begun.body as {
        readonly fields: readonly { readonly name: string; readonly label: { readonly en: string } }[];
      };
      const given = fields.map(({ name, label }) => [name, label.en === "Your room?" ? theirs : ours]);
      const answer = stepOf(http, begun);
      return () => answer(Object.fromEntries(given) as object);
    },
    refused: [401, { end: "DENY", error: { code: "SIGN_IN_FAILED" } }],
  },
  "the library": {
    cases: keyedCases,
    samples: testSize(few, enough),
    send: (http, [user, password]) =>
      http.call("POST", "/idapi/login", {
        body: {
          user,
          password,
        },
      }),
    refused: [401, { error: { code: "IDAPI_LOGIN_FAILED" } }],
  },
  "a login of SOAP": bySoap("IDAPI_LOGIN_FAILED", ([user, password]) =>
    message("login", null, `<user>${user}</user><password>${password}</password>`),
  ),
  "a single call of SOAP": bySoap("ERR_INVALID_SESSKEY", ([user, password]) =>
    message("identityUserinfo", { user, password }),
  ),
};
const tokenServer = doors["the token server"] as SignInDoor;

let api: TestApi;
afterEach(() => api.close());

async function openDoor(passwords: PasswordHasher): Promise<void> {
  api = await openTestApi({ passwords, settings: { userAuthFailuresMax: 1_000_000 } });
  const classes = ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"];
  await api.addUser("known", { classes });
  await api.addUser("locked", { classes, locked: true });
  await api.addUser("disabled", { classes, disabled: true });
  await api.addUser("without-right", { classes: [] });
  const { store } = api.context;
  const answerHash = await createPasswordHasher().hash(new Secret(normaliseAnswer(rightAnswer)));
  const users = await store.select("users", {});
  for (const { key } of users.filter(({ id }) => ["known", "locked", "disabled"].includes(id)))
    await giveAnswers(api.context, key, answerHash);
}

type Times = Readonly<Record<string, number[]>>;

/** Measures the answers of each case in milliseconds, in turn, through a door. */
async function measure({ cases: tried, send, ready, refused }: SignInDoor, count: number): Promise<Times> {
  const http = createHttpClient(api.address, lanes);
  const names = Object.keys(tried);
  const times: Times = Object.fromEntries(names.map((name) => [name, []]));
  const turns = Array.from({ length: count }, () => names.toSorted(() => Math.random() - 0.5)).flat();
  await inParallel(turns.length, lanes, async (turn) => {
    const name = turns[turn] ?? "";
    const login = tried[name] ?? ["", ""];
    const attempt = (await ready?.(http, login)) ?? (async () => send?.(http, login));
    const startedMs = performance.now();
    const { status, body } = (await attempt()) ?? {};
    times[name]?.push(performance.now() - startedMs);
    expect([status, body]).toMatchObject(refused);
  });
  http.close();
  return times;
}

/** Returns the pair of cases that is most clearly distinguishable, and the deviation. */
function clearest(times: Times): { pair: string; deviations: number } {
  const names = Object.keys(times);
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
  const found = pairs.map(([one, other]) => ({
    pair: `${one} / ${other}`,
    deviations: distinguish(times[one] ?? [], times[other] ?? []),
  }));
  return found.reduce((a, b) => (b.deviations > a.deviations ? b : a));
}

it.each(Object.entries(doors))(
  "at %s unknown user, wrong password, locked user and no right cannot be told apart by the time of the answer",
  async (_name, door) => {
    await openDoor(createPasswordHasher());
    await door.prepare?.(api);
    const seen: { pair: string; deviations: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      seen.push(clearest(await measure(door, door.samples)));
      if ((seen.at(-1)?.deviations ?? 0) < apart) break;
    }
    console.log("most clearly told apart:", seen);
    expect(seen.at(-1)?.deviations).toBeLessThan(apart);
  },
  timeoutMs,
);

it(
  "a door that hashes nothing for unknown users would be found out",
  async () => {
    const real = createPasswordHasher();
    await openDoor({
      ...real,
      async verify(hash, password, source) {
        if (hash === null) return false;
        // Like a slow machine.
        await sleep(100);
        return real.verify(hash, password, source);
      },
    });
    const { pair, deviations } = clearest(await measure(tokenServer, few));
    expect(pair).toContain("unknown user");
    expect(deviations).toBeGreaterThan(apart);
  },
  timeoutMs,
);

it("two samples of one distribution are not told apart, and a shift of a tenth of their width is", async () => {
  await openDoor(createPasswordHasher());
  const values = (shift: number, seed: number) =>
    Array.from({ length: enough }, (_, index) => ((index * 7919 + seed * 104_729) % 1009) / 1009 + shift);
  expect(distinguish(values(0, 1), values(0, 2))).toBeLessThan(apart);
  expect(distinguish(values(0, 1), values(0.1, 2))).toBeGreaterThan(apart);
  expect(distinguish([1, 1, 1], [1, 1, 1])).toBe(0);
});
