import { list, longText, text } from "#domain/resources/format/builders.ts";
import { resources } from "#domain/resources/resources.ts";
import { showPlugIns } from "#operations/plug-ins/show-plug-ins.ts";

import { verb } from "../odata/entity-set.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const kind = structure("PlugInKind", {
  kind: text().shown("Its name."),
  title: longText().shown("What plug-ins of it are asked for."),
  builtIns: list(text()).shown("The names of those that every installation has."),
});

const failed = structure("FailedPlugIn", {
  plugin: text().shown("The name of its file."),
  kind: text().shown("What it was asked for."),
  message: longText().shown("Why it cannot be used."),
});

const plugIns = structure("PlugIns", {
  kinds: { type: kind, collection: true, description: "The kinds of plug-ins." },
  files: list(text()).shown("The names of the files of PLUGIN_FOLDER."),
  problem: longText()
    .optional()
    .shown("Why none of these files is used, and the way out; null = nothing is against it."),
  failed: { type: failed, collection: true, description: "Those whose last call has failed, within the last hour." },
});

/** The nodes of the installation, and the plug-ins of the process that answers. */
export const nodes = resourceSet(resources.nodes, {
  setFunctions: { plugIns: { ...verb(showPlugIns), result: plugIns } },
});
