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
  expect(set["@Org.OData.Capabilities.V1.UpdateRestrictions"]).toEqual({ Updatable: true, Upsertable: false });
  expect(set["@Org.OData.Capabilities.V1.SortRestrictions"].NonSortableProperties).toContain("address");
  expect(set.$NavigationPropertyBinding.accounts).toBe("accounts");
});
