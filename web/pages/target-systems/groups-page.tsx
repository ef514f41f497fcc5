import { useMemo } from "react";

import type { Group } from "../../api/model.ts";
import { targetPath } from "../../api/target-systems.ts";
import { useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { useTarget } from "./target-system-page.tsx";

/** The groups that are known on a target system. */
export function GroupsPage() {
  const { id } = useTarget();
  const say = useText();
  const source = useMemo<TableSource<Group>>(
    () => ({
      ...{ name: "targetGroupsOf", title: "target.section.groups", path: `${targetPath(id)}/groups` },
      ...{ empty: "target.noGroups", keyProperty: "key", usualOrder: "shortId", keyOf: ({ key }) => key },
      columns: [
        {
          ...{ name: "shortId", title: "object.name", sortBy: "shortId" },
          cell: ({ shortId }) => shortId,
          text: ({ shortId }) => shortId,
        },
        {
          ...{ name: "longId", title: "object.longId", sortBy: "longId" },
          cell: ({ longId }) => longId,
          text: ({ longId }) => longId,
        },
        {
          ...{ name: "managed", title: "object.managed" },
          cell: ({ managed }) => say(managed ? "value.true" : "value.false"),
          text: ({ managed }) => String(managed),
        },
      ],
    }),
    [id, say],
  );
  return <ResourceTable source={source} />;
}
