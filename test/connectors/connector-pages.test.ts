import { describe, expect, it } from "vitest";

import { createTargetSessions } from "#activities/proxy/target-sessions.ts";
import { builtInConnectors } from "#bin/connectors.ts";
import { addressJsonSchema, type Connector, ConnectorError, validateAddress } from "#connectors/contract/index.ts";
import { targetSystemInput } from "#operations/target-systems/engine/target-system-input.ts";

import { connectorExamples } from "../../tools/connector-examples.ts";
import { connectorPage } from "../../tools/connector-page.ts";

const log = { debug() {}, info() {}, warn() {} };
const signal = new AbortController().signal;
const byId = builtInConnectors.map((connector) => ({ id: connector.definition.id, connector }));

async function bodiesOf(connector: Connector): Promise<Record<string, unknown>[]> {
  const bodies = (await connectorPage(connector)).matchAll(/<<'END'\n([\s\S]*?)\nEND/g);
  return [...bodies].map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);
}

describe.each(byId)("the page of the connector $id", ({ id, connector }) => {
  it("shows a target system that the service takes, with an address that the connector's own schema takes", async () => {
    const [target] = await bodiesOf(connector);
    expect(targetSystemInput.parse(target)).toMatchObject({ type: id });
    await expect(validateAddress(connector, target?.["address"])).resolves.toBeDefined();
  });

  it("names every property of the address", async () => {
    const text = await connectorPage(connector);
    const { properties = {} } = addressJsonSchema(connector) as { properties?: object };
    expect(Object.keys(properties).filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("shows the credential that a proxy asks for, or none where it asks for none", async () => {
    const roles: string[] = [];
    const options = await validateAddress(connector, {
      ...connectorExamples[id]?.address,
      ...(id === "sqlite" && { file: "/absent/file" }),
    });
    const credential = (role = "admin"): Promise<never> => {
      roles.push(role);
      return Promise.reject(new ConnectorError("config", "asked"));
    };
    await expect(connector.definition.open({ options, credential, signal, log })).rejects.toThrow();
    const [, shown] = await bodiesOf(connector);
    expect(roles).toEqual(shown === undefined ? [] : ["admin"]);
    if (shown !== undefined) expect(Object.keys(shown)).toEqual(["administratorId", "password"]);
  });

  it("shows attributes of accounts and of groups", async () => {
    const [, objects = ""] = (await connectorPage(connector)).split("## Object types and attributes");
    for (const word of ["account", "group", "name"]) expect(objects).toContain(`\`${word}\``);
  });
});

it("the error of a missing login says how a target system gets one", async () => {
  const sessions = createTargetSessions(builtInConnectors);
  const target = {
    connector: "ldap",
    targetSystem: "HR",
    address: connectorExamples["ldap"]?.address,
    credentials: [],
  };
  await expect(sessions.use(target, { signal, log }, () => Promise.resolve())).rejects.toMatchObject({
    code: "config",
    message: expect.stringContaining("POST /v2/targetSystems('HR')/credentials with administratorId, password"),
  });
  await sessions.close();
});
