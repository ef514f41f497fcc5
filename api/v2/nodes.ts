import { list, longText, text } from "#domain/resources/format/builders.ts";
import { resources } from "#domain/resources/resources.ts";
import { showPlugIns } from "#operations/plug-ins/show-plug-ins.ts";

import { verb } from "../odata/entity-set.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const kind = structure("PlugInKind", {
  kind: text().shown("Name of the kind."),
  title: longText().shown("Purpose of plug-ins of the kind."),
  builtIns: list(text()).shown("The names of those that every installation has."),
});

const failed = structure("FailedPlugIn", {
  plugin: text().shown("The name of its file."),
  kind: text().shown("Kind of the plug-in."),
  message: longText().shown("Reason why the plug-in cannot be used."),
});

const plugIns = structure("PlugIns", {
  kinds: { type: kind, collection: true, description: "The kinds of plug-ins." },
  files: list(text()).shown("The names of the files of PLUGIN_FOLDER."),
  problem: longText()
    .optional()
    .shown("Reason why none of these files is used, and the solution; null if there is no problem."),
  failed: { type: failed, collection: true, description: "Plug-ins whose last call failed, within the last hour." },
});

/** The nodes of the installation, and the plug-ins of the process that answers. */
export const nodes = resourceSet(resources.nodes, {
  setFunctions: { plugIns: { ...verb(showPlugIns), result: plugIns } },
});
