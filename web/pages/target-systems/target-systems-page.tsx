import { Label, PageSection } from "@patternfly/react-core";
import { Link } from "react-router";

import type { TargetSystem } from "../../api/model.ts";
import { targetSystemsPath } from "../../api/target-systems.ts";
import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

const source: TableSource<TargetSystem> = {
  name: "targets",
  title: "targets.title",
  path: targetSystemsPath,
  empty: "targets.empty",
  keyProperty: "id",
  usualOrder: "id",
  keyOf: ({ id }) => id,
  columns: [
    {
      name: "id",
      title: "declared.targetSystems.id",
      sortBy: "id",
      cell: ({ id }) => <Link to={paths.target(id)}>{id}</Link>,
      text: ({ id }) => id,
    },
    {
      name: "description",
      title: "declared.targetSystems.description",
      sortBy: "description",
      cell: ({ description }) => description,
      text: ({ description }) => description,
    },
    {
      name: "type",
      title: "declared.targetSystems.type",
      sortBy: "type",
      cell: ({ type }) => type,
      text: ({ type }) => type ?? "",
    },
    {
      name: "enabled",
      title: "target.state",
      cell: ({ enabled }) => <TargetState isEnabled={enabled} />,
      text: ({ enabled }) => String(enabled),
    },
    {
      name: "targetGroup",
      title: "declared.targetSystems.targetGroup",
      sortBy: "targetGroup",
      cell: ({ targetGroup }) => <Link to={paths.targetGroup(targetGroup)}>{targetGroup}</Link>,
      text: ({ targetGroup }) => targetGroup,
    },
    {
      name: "proxyServers",
      title: "declared.targetSystems.proxyServers",
      isHidden: true,
      cell: ({ proxyServers }) => proxyServers.join(", "),
      text: ({ proxyServers }) => proxyServers.join(" "),
    },
  ],
  filters: [
    {
      name: "enabled",
      title: "target.state",
      choices: [
        {
          value: "yes",
          text: "target.enabled",
          where: "enabled eq true",
        },
        {
          value: "no",
          text: "target.disabled",
          where: "enabled eq false",
        },
      ],
    },
  ],
};

/** State of a target system: enabled if operations run on it, disabled otherwise. */
export function TargetState({ isEnabled }: { readonly isEnabled: boolean }) {
  const say = useText();
  return (
    <Label isCompact status={isEnabled ? "success" : "warning"}>
      {say(isEnabled ? "target.enabled" : "target.disabled")}
    </Label>
  );
}

/** Page of the target systems, with a link to add one. */
export function TargetSystemsPage() {
  const say = useText();
  const may = useMay();
  const add = !may("targetsystems_post_create") ? null : (
    <Link className="pf-v6-c-button pf-m-primary" to={paths.newTarget}>
      {say("newTarget.title")}
    </Link>
  );
  return (
    <PageSection>
      <PageTitle name={say("targets.title")} />
      <ResourceTable source={source} add={add} />
    </PageSection>
  );
}
