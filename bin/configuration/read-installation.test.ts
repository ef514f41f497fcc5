import { expect, it } from "vitest";

import type { RestClient } from "../rest-client.ts";
import { kinds } from "./kinds.ts";
import { openNames } from "./names.ts";
import { readKind } from "./read-installation.ts";
import type { Data } from "./shape.ts";

/** Returns a service that answers addresses with rows. */
function serviceWith(rows: Readonly<Record<string, readonly Data[]>>): RestClient {
  const refuse = () => Promise.reject(new Error("nothing else is called"));
  return {
    get: refuse,
    remove: refuse,
    patch: refuse,
    post: refuse,
    all: (path: string) =>
      rows[path] === undefined ? Promise.reject(new Error(`no rows at ${path}`)) : Promise.resolve(rows[path] as never),
  };
}

function read(kind: string, rows: Readonly<Record<string, readonly Data[]>>) {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`there is no kind ${kind}`);
  const rest = serviceWith(rows);
  return readKind(rest, found, openNames(rest));
}

const definition = (attribute: string) => ({ key: attribute, attribute, discoveredObjectType: "user" });

it("reads the rest of a list that an answer does not hold whole", async () => {
  const [system] = await read("targetSystems", {
    "/v2/targetSystems?$expand=credentials,attributeDefinitions": [
      {
        id: "LDAP",
        description: "x",
        credentials: [],
        attributeDefinitions: [definition("cn")],
        "attributeDefinitions@odata.nextLink":
          "https://public.example/v2/targetSystems('LDAP')/attributeDefinitions?$skiptoken=1",
      },
    ],
    "/v2/targetSystems('LDAP')/attributeDefinitions?$skiptoken=1": [definition("mail"), definition("sn")],
  });
  expect(system?.children.map(({ id }) => id)).toEqual(["user cn", "user mail", "user sn"]);
});

it("refuses two objects that files could not tell apart", async () => {
  const hook = { url: "https://hook.example", description: null, eventTypes: [], enabled: true };
  const rows = {
    "/v2/webhooks": [
      { key: "1", ...hook },
      { key: "2", ...hook },
    ],
  };
  await expect(read("webhooks", rows)).rejects.toThrow("Two objects of webhooks are 'https://hook.example' by url");
});

it("leaves out what is only a default, and what a newer service has besides", async () => {
  const policies = await read("policies", {
    "/v2/policies": [
      { name: "b", expression: null, enabled: true, number: 0 },
      { name: "a", expression: "true", enabled: true, number: 3, ofLaterVersions: "x", "@odata.etag": 'W/"1"' },
    ],
  });
  expect(policies).toMatchObject([{ id: "a", number: 3, etag: 'W/"1"', values: { name: "a", expression: "true" } }]);
  expect(Object.keys(policies[0]?.values ?? {})).toEqual(["name", "expression"]);
});

it("shows no secret, whatever the service answers", async () => {
  const settings = await read("settings", {
    "/v2/settings": [
      { name: "SMTP_PASSWORD", storedValue: "canary-1", value: "canary-1" },
      { name: "LOG_ADDRESS", storedValue: "udp://a:[secret]@b", value: "udp://a:[secret]@b" },
      { name: "LOCKOUT_DURATION", storedValue: 60, value: 60 },
    ],
  });
  expect(settings.map(({ id, values, secrets }) => [id, values["value"], secrets["value"]])).toEqual([
    ["LOCKOUT_DURATION", 60, undefined],
    ["LOG_ADDRESS", undefined, { env: "SECRET_SETTINGS_LOG_ADDRESS_VALUE" }],
    ["SMTP_PASSWORD", undefined, { env: "SECRET_SETTINGS_SMTP_PASSWORD_VALUE" }],
  ]);
});
