import { addressJsonSchema, validateAddress } from "../../address.ts";
import { capabilitiesOf } from "../../connector.ts";
import { lostRules } from "../../lost-rules.ts";
import { ensure, type KitRule } from "../rule.ts";
import { refusedSpellings } from "../spellings.ts";

const secretField =
  /^(admin|bind|client|login|user)?[-_]?(pass(word|wd|phrase)|pwd|secret|token|api[-_]?key|private[-_]?key|credential)s?$/i;

/** Rules about the definition and the address. */
export const addressRules: readonly KitRule[] = [
  {
    name: "the capabilities are the functions that are present",
    needs: [],
    async check({ connector }) {
      const [present, told] = [capabilitiesOf(connector.definition.operations).join(), connector.capabilities.join()];
      ensure(present === told, `present: ${present}; told: ${told}`);
    },
  },
  {
    name: "the address schema takes the target's address and refuses an unknown field",
    needs: [],
    async check(bench) {
      await validateAddress(bench.connector, bench.target.address);
      const stranger = { ...(bench.target.address as object), thisFieldIsUnknown: 1 };
      await bench.refusal(() => validateAddress(bench.connector, stranger), "config");
    },
  },
  {
    name: "the address schema refuses an empty address",
    needs: [],
    async check(bench) {
      for (const empty of [{}, "", null]) await bench.refusal(() => validateAddress(bench.connector, empty), "config");
    },
  },
  {
    name: "the address has a JSON Schema and no field for a secret",
    needs: [],
    async check({ connector }) {
      const schema = addressJsonSchema(connector);
      ensure(Object.keys(schema["properties"] ?? {}).length > 0, "no form can be drawn from the schema");
      const secret = fieldNames(schema).find((field) => secretField.test(field));
      ensure(secret === undefined, `secrets belong to the credentials, not to the address: ${secret}`);
    },
  },
  {
    name: "the JSON Schema of the address takes what the address schema takes, in whatever spelling",
    needs: [],
    async check({ connector, target }) {
      const [lost] = [...lostRules(connector), ...(await refusedSpellings(connector, target.address))];
      ensure(lost === undefined, `the service would refuse what the connector takes: ${lost}`);
    },
  },
  {
    name: "an address with a login and password inside of a URL is refused",
    needs: [],
    async check(bench) {
      const address = bench.target.address as Readonly<Record<string, unknown>>;
      const urls = Object.entries(address).filter((entry): entry is [string, string] => isUrl(entry[1]));
      if (urls.length === 0) return "the address holds no URL";
      for (const [field, url] of urls) {
        const talkative = { ...address, [field]: url.replace("://", "://kit:secret@") };
        await bench.refusal(() => validateAddress(bench.connector, talkative), "config");
      }
      return undefined;
    },
  },
  {
    name: "a wrong administrator password is refused with badCredentials",
    needs: [],
    async check(bench) {
      if (bench.samples.authenticates === false) return "the target asks nobody to log in";
      await bench.refusal(
        async () => bench.on(await bench.open((secret) => `${secret}-wrong`)).serverInfo(),
        "badCredentials",
      );
      return undefined;
    },
  },
  {
    name: "serverInfo answers with the product",
    needs: [],
    async check(bench) {
      const info = await (await bench.begin()).calls.serverInfo();
      ensure(info.product !== "", "the product is empty");
    },
  },
];

function isUrl(value: unknown): boolean {
  return typeof value === "string" && /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
}

/** Returns the names of all fields of a JSON Schema at any depth. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, part]) => [
    ...(keyword === "properties" ? Object.keys(part as object) : []),
    ...fieldNames(part),
  ]);
}
