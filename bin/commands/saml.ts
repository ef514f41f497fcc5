import type { Command } from "commander";

import type { ProviderMetadata } from "#platform/saml/read-metadata.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { gathered, wholeNumber } from "../option-values.ts";
import { readText } from "../read-text.ts";
import { rowLine } from "../row-line.ts";
import { type CommandService, onService, withService } from "../with-service.ts";

/**
 * Adds `gatehouse saml provider add | list | show | update | remove`, which act on this installation or, with `--url`, on a remote
 * service.
 */
export function addSamlCommand(program: Command): void {
  const provider = program
    .command("saml")
    .description("Manage sign-in by SAML")
    .command("provider")
    .description("Manage identity providers")
    .addHelpText("after", examples);
  addParts(provider.command("add").description("Add an identity provider and print the settings that it needs"))
    .option("--superusers", "let it name superusers")
    .option("--disable", "let nobody sign in by it yet")
    .action(async (id: string, { disable, ...options }: PartOptions & { disable?: boolean; superusers?: true }) => {
      const { addSamlProvider } = await import("#operations/saml/change-saml-providers.ts");
      const parts = await partsOf(options);
      await withService(async (service) => {
        await service.call(addSamlProvider, { id, ...parts, enabled: disable !== true });
        console.log(`The identity provider '${id}' is added.`);
        await printOurs(service, id);
      });
    });
  addReads(provider);
  addParts(provider.command("update").description("Update an identity provider"))
    .option("--superusers", "let it name superusers")
    .option("--no-superusers", "let it name superusers no longer")
    .option("--enable", "let people sign in by it again")
    .option("--disable", "let nobody sign in by it until it is enabled")
    .action(async (id: string, { enable, disable, ...options }: UpdateOptions) => {
      if (enable && disable) throw new CliError("--enable and --disable exclude each other.", ExitCode.Usage);
      const { updateSamlProvider } = await import("#operations/saml/change-saml-providers.ts");
      const parts = await partsOf(options);
      const enabled = enable ? true : disable ? false : undefined;
      await onService(updateSamlProvider, { key: id, ...parts, enabled });
      console.log(`The identity provider '${id}' is changed.`);
    });
  provider
    .command("remove")
    .description("Remove an identity provider (users can no longer sign in through it)")
    .argument("<id>", "id of the identity provider")
    .action(async (id: string) => {
      const { removeSamlProvider } = await import("#operations/saml/change-saml-providers.ts");
      await onService(removeSamlProvider, { key: id });
      console.log(`The identity provider '${id}' is removed.`);
    });
}

const examples = `
Metadata give entry point, issuer and certificates; each option takes the place of what stands there. Where they tell of several identity
providers, --issuer says which one. docs/saml.md leads through it.

Examples:
  gatehouse saml provider add corp --metadata corp.xml
  gatehouse saml provider add corp --metadata federation.xml --issuer https://login.corp.example/metadata
  gatehouse saml provider add corp --metadata corp.xml --name-attribute mail --user-attribute mail
  gatehouse saml provider update corp --certificate now.pem --certificate next.pem
  gatehouse saml provider update corp --user-attribute ''      # the name is compared with the user's id again
  gatehouse saml provider show corp
`;

interface PartOptions {
  readonly metadata?: string;
  readonly description?: string;
  readonly entryPoint?: string;
  readonly issuer?: string;
  readonly certificate?: readonly string[];
  readonly entityId?: string;
  readonly nameAttribute?: string;
  readonly userAttribute?: string;
  readonly userClass?: string;
  readonly signatureAlgorithm?: readonly string[];
  readonly clockSkewSeconds?: number;
}

interface UpdateOptions extends PartOptions {
  readonly superusers?: boolean;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

function addParts(command: Command): Command {
  return command
    .argument("<id>", "id of the identity provider")
    .option("--metadata <file>", "the metadata of the identity provider, as XML; - = standard input")
    .option("--description <text>", "what people should know of it; '' = nothing")
    .option("--entry-point <address>", "where people sign in there: its address for requests by redirect")
    .option("--issuer <text>", "how it names itself (its entity id); of several in the metadata the one that is taken")
    .option("--certificate <file>", "a certificate by whose key it signs; may be repeated", gathered)
    .option("--entity-id <text>", "how we name ourselves to it; '' = by the address of our metadata")
    .option("--name-attribute <name>", "the attribute that names the user; '' = the NameID")
    .option("--user-attribute <name>", "the profile attribute that it is compared with; '' = the user's id")
    .option("--user-class <id>", "the user class whose members alone may sign in by it; '' = everybody")
    .option(
      "--signature-algorithm <name>",
      "rsa-sha256, rsa-sha512 or rsa-pss-sha256; may be repeated; without it all three",
      gathered,
    )
    .option("--clock-skew-seconds <number>", "by how many seconds its clock may be off (30)", wholeNumber);
}

async function partsOf({ metadata, certificate, signatureAlgorithm, ...options }: PartOptions) {
  const told: Partial<ProviderMetadata> = metadata === undefined ? {} : await metadataIn(metadata, options.issuer);
  const { description, entityId, nameAttribute, userAttribute, userClass } = options;
  return {
    ...told,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    ...(certificate && { certificates: certificate.map((file) => readText(file, "certificate")) }),
    ...(signatureAlgorithm && { signatureAlgorithms: signatureAlgorithm }),
    description: noneIfEmpty(description),
    entityId: noneIfEmpty(entityId),
    nameAttribute: noneIfEmpty(nameAttribute),
    userAttribute: noneIfEmpty(userAttribute),
    userClass: noneIfEmpty(userClass),
  };
}

function noneIfEmpty(text: string | undefined): string | null | undefined {
  return text === "" ? null : text;
}

async function metadataIn(file: string, issuer: string | undefined): Promise<ProviderMetadata> {
  const { readMetadata } = await import("#platform/saml/read-metadata.ts");
  const text = readText(file, "file of metadata");
  try {
    return readMetadata(text, issuer);
  } catch (error) {
    throw new CliError(`The metadata cannot be used: ${(error as Error).message}.`, ExitCode.Usage, error);
  }
}

function addReads(provider: Command): void {
  provider
    .command("list")
    .description("List identity providers: ID, status, issuer, description")
    .action(async () => {
      const { listSamlProviders } = await import("#operations/saml/read-saml-providers.ts");
      for (const { id, enabled, issuer, description } of await onService(listSamlProviders, {}))
        console.log(rowLine([id, enabled ? "enabled " : "disabled", issuer, description ?? ""]));
    });
  provider
    .command("show")
    .description("Show an identity provider as JSON, with its certificates and the settings that it needs")
    .argument("<id>", "id of the identity provider")
    .action(async (id: string) => {
      const { X509Certificate } = await import("node:crypto");
      const { row, ours } = await withService((service) => found(service, id));
      const certificates = row.certificates.map((pem) => {
        const { subject, validTo, fingerprint256 } = new X509Certificate(pem);
        return { subject, validTo, fingerprint256 };
      });
      const { id: name, description, entryPoint, issuer, entityId: _, ...others } = row;
      const { nameAttribute, userAttribute, userClass, superusers, signatureAlgorithms, clockSkewSeconds, enabled } =
        others;
      const shown = { id: name, description, enabled, entryPoint, issuer, certificates, signatureAlgorithms };
      const named = { nameAttribute, userAttribute, userClass, superusers };
      console.log(JSON.stringify({ ...shown, ...named, clockSkewSeconds, ours }, null, 2));
    });
}

async function printOurs(service: CommandService, id: string): Promise<void> {
  const { ours } = await found(service, id);
  console.log(`It has to be told of us, by ${ours.metadata} or by hand:`);
  console.log(
    `  entity id:  ${ours.entityId}\n  answers to: ${ours.answers} (HTTP-POST, response and assertion signed)`,
  );
}

/** Returns an identity provider, and our identity at it. */
async function found({ call, publicAddress }: CommandService, id: string) {
  const { listSamlProviders } = await import("#operations/saml/read-saml-providers.ts");
  const { samlAddresses } = await import("#domain/saml-addresses.ts");
  const row = (await call(listSamlProviders, {})).find((one) => one.id === id);
  if (row === undefined)
    throw new CliError(`There is no identity provider '${id}'. gatehouse saml provider list shows them.`);
  const { metadata, answer } = samlAddresses(await publicAddress(), id);
  return { row, ours: { entityId: row.entityId ?? metadata, metadata, answers: answer } };
}
