import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { openBrowser, plugAuthenticatorIn, type TestBrowser } from "../support/chromium.ts";
import { storeChain } from "../support/stored-chain.ts";

let api: TestApi;
let browser: TestBrowser;
let address = "";

beforeAll(async () => {
  api = await openTestApi();
  // Browsers make passkeys for host names only, and without TLS for this one alone.
  address = `http://localhost:${api.port}`;
  Object.assign(api.context.settings, { publicAddress: address });
  const passkey = { component: "passkey", configuration: {}, outcomes: { passed: "ALLOW", failed: "DENY" } };
  await storeChain(api, {
    name: "passkey",
    description: "",
    purpose: "signIn",
    position: 1,
    first: "passkey",
    steps: { passkey },
    selectors: [
      {
        expression: "provider",
        match: "equal",
        value: "passkey",
      },
    ],
  });
  browser = await openBrowser({ bypassCSP: true });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await api.close();
});

// The script for the page is a text: the types of a browser are not those of this project.
const post = `const post = async (path, body, more = {}) => {
  const headers = { "content-type": "application/json", ...more };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
};`;

const enrol = (path: string, token: string) => `(async () => {
  ${post}
  const bearer = { authorization: "Bearer ${token}" };
  const { options } = await post("${path}/beginPasskey", {}, bearer);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const made = await navigator.credentials.create({ publicKey });
  return post("${path}/confirmPasskey", { response: JSON.stringify(made.toJSON()), name: "Browser" }, bearer);
})()`;

const signIn = `(async () => {
  ${post}
  const path = "/identity/sign-in/attempts";
  const { attempt, fields } = await post(path, { provider: "passkey" });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(fields[0].options);
  const shown = await navigator.credentials.get({ publicKey });
  return post(path + "/" + attempt + "/steps", { fields: { passkey: JSON.stringify(shown.toJSON()) } });
})()`;

interface SignedIn {
  readonly end: string;
  readonly tokens: { readonly access_token: string };
}

test("a browser makes a passkey and signs in by it, without a name and without a password", async () => {
  const anna = await api.addUser("anna");
  const page = await browser.newPage();
  await plugAuthenticatorIn(page);
  await page.goto(`${address}/health`);
  const enrolled = await page.evaluate(enrol(`/v2/users(${anna.key})`, await api.tokenOf("anna")));
  expect(enrolled).toMatchObject({ name: "Browser" });
  // Twice, so that the browser's counter is compared with the stored one.
  for (let times = 0; times < 2; times += 1) {
    const { end, tokens } = await page.evaluate<SignedIn>(signIn);
    expect(end).toBe("ALLOW");
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await api.send("GET", "/identity/connect/userinfo", { headers })).json.username).toBe("anna");
  }
  const [kept] = await api.store.select("userCredentials", { where: { userKey: anna.key } });
  expect(kept).toMatchObject({ type: "Passkey", name: "Browser", lastCounter: expect.any(Number) });
}, 60_000);
