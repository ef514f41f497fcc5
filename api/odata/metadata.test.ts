import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it("the service document names every set that can be listed, to everybody", async () => {
  for (const path of ["/v2", "/v2/", "/V2"]) {
    const { status, json } = await api.send("GET", path);
    expect(status).toBe(200);
    expect(json["@odata.context"]).toBe("https://gatehouse.example/v2/$metadata");
    expect(json.value).toContainEqual({ name: "targetSystems", kind: "EntitySet", url: "targetSystems" });
  }
});

it("$metadata is XML, or JSON where it is asked for", async () => {
  const xml = await api.send("GET", "/v2/$metadata");
  expect(xml.headers["content-type"]).toBe("application/xml;charset=utf-8");
  for (const ask of [{ headers: { accept: "application/json" } }, {}]) {
    const json = await api.send("GET", ask.headers ? "/v2/$metadata" : "/v2/$metadata?$format=json", ask);
    expect(json.json["$EntityContainer"]).toBe("Gatehouse.REST.Models.v2.Container");
  }
  expect((await api.send("GET", "/v2/$metadata", { headers: { accept: "text/html" } })).status).toBe(406);
  expect((await api.send("GET", "/v2/$metadata?$top=1")).status).toBe(400);
});

it("the XML is well-formed, refers to no other document, and names versions and restrictions", async () => {
  const { text } = await api.send("GET", "/v2/$metadata");
  const open: string[] = [];
  for (const [, close, name, , empty] of text.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name ?? "");
  }
  expect(open).toEqual([]);
  expect(text).not.toMatch(/<edmx:Reference|Uri=/);
  expect(text).toContain('<Annotation Term="Org.OData.Core.V1.ODataVersions" String="4.0,4.01"/>');
  expect(text).toContain('<PropertyValue Property="Upsertable" Bool="false"/>');
  expect(text).toContain('<EntityType Name="Question" BaseType="Gatehouse.REST.Models.v2.Credential">');
  expect(text).toContain('<NavigationPropertyBinding Path="accounts" Target="accounts"/>');
  expect(text).toMatch(/<Action Name="decide" IsBound="true">/);
  expect(text).toMatch(/<Function Name="summary" IsBound="true">/);
});

it("the JSON says the same of a set", async () => {
  const { json } = await api.send("GET", "/v2/$metadata?$format=json");
  const schema = json["Gatehouse.REST.Models.v2"];
  expect(schema.User).toMatchObject({ $Kind: "EntityType", $Key: ["key"], displayName: { $Nullable: true } });
  const set = schema.Container.targetSystems;
  expect(set["@Org.OData.Capabilities.V1.UpdateRestrictions"]).toEqual({
    Updatable: true,
    Upsertable: false,
    NonUpdatableProperties: ["id"],
  });
  expect(set["@Org.OData.Capabilities.V1.SortRestrictions"].NonSortableProperties).toContain("address");
  expect(set.$NavigationPropertyBinding.accounts).toBe("accounts");
});

it.each([
  [undefined, "xml"],
  ["*/*", "xml"],
  ["application/json, text/plain, */*", "xml"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "xml"],
  ["application/*", "xml"],
  ["application/json", "json"],
  ["application/json, */*;q=0.1", "json"],
  ["application/xml;q=0, */*", "json"],
  ["application/xml;q=0.1, application/json", "json"],
])("$metadata for Accept: %s is %s", async (accept, kind) => {
  const { status, headers } = await api.send(
    "GET",
    "/v2/$metadata",
    accept === undefined ? {} : { headers: { accept } },
  );
  expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining(kind)]);
});

it("labels each form as the version that it is of", async () => {
  const form = async (accept: string, more: Record<string, string> = {}) => {
    const { status, headers, text } = await api.send("GET", "/v2/$metadata", { headers: { accept, ...more } });
    return [status, headers["odata-version"], /\bVersion"?[=:]"(4\.01?)"/.exec(text)?.[1]];
  };
  const [old, new_] = [{ "odata-maxversion": "4.0" }, { "odata-maxversion": "4.01" }];
  expect(await form("application/xml")).toEqual([200, "4.0", "4.0"]);
  expect(await form("application/xml", new_)).toEqual([200, "4.01", "4.01"]);
  expect(await form("application/json")).toEqual([200, "4.01", "4.01"]);
  expect((await form("application/json", old))[0]).toBe(406);
  expect(await form("application/json, application/xml;q=0.5", old)).toEqual([200, "4.0", "4.0"]);
});

it("says what bodies take: defaults, what the service gives, what is taken by POST or PATCH alone", async () => {
  const { text } = await api.send("GET", "/v2/$metadata");
  expect(text).not.toContain("Edm.Untyped");
  expect(text).toContain('<Property Name="enabled" Type="Edm.Boolean" Nullable="false" DefaultValue="true"');
  expect(text).toContain('<Property Name="proxyServers" Type="Collection(Edm.String)" Nullable="false"');
  expect(text).toContain('<Property Name="value" Type="Edm.PrimitiveType">');
  expect(text).toContain('<ReferentialConstraint Property="userKey" ReferencedProperty="key"/>');
  const { json } = await api.send("GET", "/v2/$metadata?$format=json");
  const schema = json["Gatehouse.REST.Models.v2"];
  const core = "@Org.OData.Core.V1";
  expect(schema.TargetSystem.allowAccountUnlock[`${core}.ComputedDefaultValue`]).toBe(true);
  expect(schema.TargetSystem.type).toEqual({
    $Type: "Edm.String",
    $Nullable: true,
    $MaxLength: 128,
    [`${core}.Description`]: expect.stringContaining("connector"),
    [`${core}.LongDescription`]: expect.stringContaining("must be one line"),
  });
  expect(schema.TargetSystem.mode.$DefaultValue).toBe("automatic");
  expect(schema.TargetSystemCredential.useOrder.$DefaultValue).toBe(0);
  expect(schema.Account.shortId[`${core}.Immutable`]).toBe(true);
  const restrictions = schema.Container.accounts;
  expect(restrictions["@Org.OData.Capabilities.V1.InsertRestrictions"]).toMatchObject({
    NonInsertableProperties: ["enabled", "locked"],
    NonInsertableNavigationProperties: ["grants", "attributes", "groupMemberships"],
  });
  expect(restrictions["@Org.OData.Capabilities.V1.UpdateRestrictions"].NonUpdatableProperties).toEqual([
    "targetSystemKey",
    "shortId",
  ]);
});
