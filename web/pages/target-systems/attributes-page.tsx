import { Button } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call, type Tagged } from "../../api/call.ts";
import type { TargetSystemAttributeDefinition } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { RowActions } from "../../table/row-actions.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { DefinitionDialog } from "./definition-dialog.tsx";
import { useTarget } from "./target-context.ts";

type Definition = Tagged<TargetSystemAttributeDefinition>;

interface Doing {
  readonly what: "add" | "change" | "remove";
  readonly definition?: Definition;
}

/** Page of the attribute definitions of a target system. */
export function AttributesPage() {
  const say = useText();
  const { id } = useTarget();
  const may = useMay();
  const [doing, setDoing] = useState<Doing>();
  const path = pathOf("targetSystems()/attributeDefinitions", id);
  const source = useMemo(() => definitionSource(say, path, setDoing), [say, path]);
  const close = () => setDoing(undefined);
  return (
    <>
      <p>{say("definition.explained")}</p>
      <ResourceTable
        source={source}
        add={
          !may("targetsystems_attributedefinitions_post_create") ? null : (
            <Button onClick={() => setDoing({ what: "add" })}>{say("definition.add")}</Button>
          )
        }
      />
      {doing?.what === "add" || doing?.what === "change" ? (
        <DefinitionDialog targetSystemKey={id} definition={doing.definition} close={close} />
      ) : null}
      {doing?.what === "remove" && doing.definition !== undefined ? (
        <ConfirmDialog
          close={close}
          call={call("DELETE targetSystems()/attributeDefinitions()", {
            key: [id, doing.definition.key],
            etag: etagOf(doing.definition),
          })}
          sets={[path]}
          action={say("action.remove")}
          isDanger
          title={say("definition.removeOf", { attribute: doing.definition.attribute })}
          explained={say("definition.removeExplained")}
        />
      ) : null}
    </>
  );
}

function definitionSource(
  say: Say,
  path: TableSource<Definition>["path"],
  start: (doing: Doing) => void,
): TableSource<Definition> {
  return {
    name: "definitions",
    title: "target.section.attributes",
    path,
    empty: "definition.empty",
    keyProperty: "key",
    usualOrder: "attribute",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "attribute",
        title: "definition.attribute",
        sortBy: "attribute",
        cell: ({ attribute }) => attribute,
        text: ({ attribute }) => attribute,
      },
      {
        name: "discoveredObjectType",
        title: "definition.discoveredObjectType",
        sortBy: "discoveredObjectType",
        cell: ({ discoveredObjectType }) => say(`definition.value.${discoveredObjectType}`),
        text: ({ discoveredObjectType }) => discoveredObjectType,
      },
      {
        name: "type",
        title: "definition.type",
        cell: ({ type }) => say(`definition.value.${type}`),
        text: ({ type }) => type,
      },
      {
        name: "values",
        title: "definition.values",
        cell: ({ minValues, maxValues }) =>
          say("definition.fromTo", {
            minValues,
            maxValues,
          }),
        text: ({ minValues, maxValues }) => `${minValues}-${maxValues}`,
      },
      {
        name: "mappedAttribute",
        title: "definition.mappedAttribute",
        sortBy: "mappedAttribute",
        cell: ({ mappedAttribute }) => mappedAttribute,
        text: ({ mappedAttribute }) => mappedAttribute ?? "",
      },
      {
        name: "actions",
        title: "table.actions",
        cell: (definition) => (
          <RowActions
            name={definition.attribute}
            policies={{
              change: "targetsystems_attributedefinitions_patch_update",
              remove: "targetsystems_attributedefinitions_delete",
            }}
            start={(what) =>
              start({
                what,
                definition,
              })
            }
          />
        ),
      },
    ],
  };
}
