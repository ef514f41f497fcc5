import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { createClientAsync } from "soap";
import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { requirePythonPackages } from "../support/python-packages.ts";

const run = promisify(execFile);
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada", { superuser: true, classes: ["_EXPLICIT_API_USERS_"] });
});
afterAll(() => api.close());

type Call = (given: object) => Promise<readonly [Readonly<Record<string, unknown>>]>;

/** Opens a client; returns a function that calls an operation by the client's name for it and returns the parsed answer. */
async function openClient() {
  const client = await createClientAsync(`${api.address}/idapisoap?wsdl`, {}, `${api.address}/idapisoap`);
  return async (name: string, given: object) => {
    const call = Reflect.get(client, `${name}Async`) as Call;
    const [answer] = await call(given);
    return answer;
  };
}

// @specification 1.soap
it("a client of Node that nobody here wrote reads the description, logs in, calls and is told faults", async () => {
  const ask = await openClient();
  const single = { user: "ada", password: "password-of-ada" };
  const { sesskey } = await ask("login", single);
  const sessdat = { sesskey };
  const made = await ask("usersCreate", { sessdat, id: "bea", displayName: "Béa & <Co>" });
  expect(made["result"]).toMatchObject({ id: "bea", displayName: "Béa & <Co>", locked: false });
  const resource = { object: { entry: [{ attributes: { name: "key" }, text: "k" }] } };
  const explained = await ask("policiesExplain", { sessdat, key: "users_get", userId: "bea", resource });
  expect(explained["result"]).toMatchObject({ allowed: false, parts: { item: expect.any(Array) as unknown[] } });
  expect((await ask("identityUserinfo", { sessdat: single }))["result"]).toMatchObject({ username: "ada" });
  const detail = { fault: { code: "USER_EXISTS", message: expect.any(String) as string } };
  await expect(ask("usersCreate", { sessdat, id: "bea" })).rejects.toMatchObject({
    root: { Envelope: { Body: { Fault: { faultcode: "soap:Client", detail } } } },
  });
  await ask("logout", { sessdat });
  await expect(ask("identityUserinfo", { sessdat })).rejects.toThrow("Log in");
});

// Prints one line of JSON; strict, so that an answer that does not match the description fails.
const python = `
import json, sys, zeep
client = zeep.Client(sys.argv[1] + "/idapisoap?wsdl", settings=zeep.Settings(strict=True, xml_huge_tree=False))
service = client.create_service("{urn:gatehouse:idapi}IdapiBinding", sys.argv[1] + "/idapisoap")
opened = service.login(user="ada", password="password-of-ada")
sessdat = {"sesskey": opened.sesskey}
made = service.usersCreate(sessdat=sessdat, id="cleo", displayName="Cléo & <Co>")
read = service.read(sessdat=sessdat, path="users?$select=id&$orderby=id")
rows = next(entry for entry in read.object.entry if entry.name == "value").list.item
names = [next(field.text for field in row.object.entry if field.name == "id") for row in rows]
checked = service.policiesCheck(sessdat=sessdat, key="users_get", expression="tru")
def fault(call):
    try:
        call()
    except zeep.exceptions.Fault as told:
        detail = told.detail[0]
        return [told.code, {child.tag.split("}")[1]: child.text for child in detail}]
refused = fault(lambda: service.usersCreate(sessdat=sessdat, id="cleo"))
wrong = fault(lambda: service.identityUserinfo(sessdat={"user": "ada", "password": "wrong"}))
nobody = fault(lambda: service.identityUserinfo())
single = service.identityUserinfo(sessdat={"user": "ada", "password": "password-of-ada"})
service.logout(sessdat=sessdat)
after = fault(lambda: service.identityUserinfo(sessdat=sessdat))
print(json.dumps({"expires": opened.expiresAt.year, "made": [made.id, made.displayName, made.locked, made.mail],
  "names": names, "faults": len(checked.faults.item), "refused": refused, "wrong": wrong[1]["code"],
  "nobody": nobody[1]["code"], "single": single.username, "after": after[1]["code"], "operations": len(service._binding._operations)}))
`;

// @specification 1.soap
it("a client of Python that nobody here wrote does so too, and finds that every answer fits the description", async () => {
  const program = join(requirePythonPackages("soap-client"), "python3");
  const { stdout } = await run(program, ["-c", python, api.address], { env: { PATH: process.env["PATH"] } });
  const told = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  expect(told).toMatchObject({
    made: ["cleo", "Cléo & <Co>", false, null],
    names: expect.arrayContaining(["ada", "cleo", "root"]) as string[],
    refused: [
      "soap:Client",
      {
        code: "USER_EXISTS",
        message: expect.any(String) as string,
      },
    ],
    wrong: "ERR_INVALID_SESSKEY",
    nobody: "ERR_NOT_LOGGED_IN",
    single: "ada",
    after: "ERR_INVALID_SESSKEY",
  });
  expect(told["faults"]).toBe(1);
  expect(told["operations"]).toBeGreaterThan(120);
});
