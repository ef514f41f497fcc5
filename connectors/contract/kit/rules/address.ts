import { addressJsonSchema, validateAddress } from "../../address.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about the definition, the address and the session. */
export const addressRules: readonly KitRule[] = [
  {
    name: "the capabilities are the functions that are present",
    needs: [],
    async check({ connector }) {
      const present = Object.entries(connector.definition.operations).flatMap(([name, value]) =>
        typeof value === "function" ? [name] : [],
      );
      ensure(
        present.toSorted().join() === connector.capabilities.join(),
        `present: ${present.join()}; told: ${connector.capabilities.join()}`,
      );
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
      const fields = Object.keys(addressJsonSchema(connector)["properties"] ?? {});
      ensure(fields.length > 0, "no form can be drawn from the schema");
      const secret = fields.find((field) => /^(admin)?(password|secret|token|bindpassword|apikey)$/i.test(field));
      ensure(secret === undefined, `secrets belong to the credentials, not to the address: ${secret}`);
    },
  },
  {
    name: "a wrong administrator password is refused with badCredentials",
    needs: [],
    async check(bench) {
      if (bench.samples.authenticates === false) return "the target asks nobody to log in";
      await bench.refusal(
        async () => bench.operations.serverInfo(await bench.open((secret) => `${secret}-wrong`), bench.call()),
        "badCredentials",
      );
      return undefined;
    },
  },
  {
    name: "serverInfo answers with the product",
    needs: [],
    async check(bench) {
      const info = await bench.operations.serverInfo(await bench.open(), bench.call());
      ensure(info.product !== "", "the product is empty");
    },
  },
  {
    name: "a closed session may be closed again and is not alive",
    needs: [],
    async check(bench) {
      const { definition } = bench.connector;
      const session = await bench.open();
      if (definition.alive) ensure(await definition.alive(session), "a new session is not alive");
      await definition.close?.(session);
      await definition.close?.(session);
      if (definition.alive) ensure(!(await definition.alive(session)), "a closed session is called alive");
    },
  },
];
