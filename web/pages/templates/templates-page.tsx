import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { Template } from "../../api/model.ts";
import { templatesPath } from "../../api/templates.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { withTexts } from "../../messages/language.ts";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

const TemplateDialog = openedLater(
  async () => (await withTexts("catalogue", import("./template-dialog.tsx"))).TemplateDialog,
);

/** Page of the templates of requests that the user can use, or administers. */
export function TemplatesPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  const add = may("templates_post_create") ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {say("templates.add")}
    </Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("templates.title")} />
      <p>{say("templates.explained")}</p>
      <ResourceTable source={source} add={add} />
      {isAdding ? <TemplateDialog template={undefined} close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<Template> {
  const stateOf = ({ enabled }: Template) => say(enabled ? "template.enabled" : "template.disabled");
  return {
    name: "templates",
    title: "templates.title",
    path: templatesPath,
    empty: "templates.empty",
    keyProperty: "key",
    usualOrder: "name",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "name",
        title: "declared.templates.name",
        sortBy: "name",
        cell: ({ key, name }) => <Link to={paths.template(key)}>{name}</Link>,
        text: ({ name }) => name,
      },
      {
        name: "description",
        title: "declared.templates.description",
        cell: ({ description }) => description,
        text: ({ description }) => description,
      },
      {
        name: "enabled",
        title: "template.state",
        cell: (template) => (
          <StateLabel look={template.enabled ? "success" : "warning"}>{stateOf(template)}</StateLabel>
        ),
        text: stateOf,
      },
      {
        name: "usableBy",
        title: "declared.templates.usableBy",
        cell: ({ usableBy }) => usableBy ?? say("template.everyone"),
        text: ({ usableBy }) => usableBy ?? "",
      },
      {
        name: "recipients",
        title: "declared.templates.recipients",
        cell: ({ recipients }) => recipients ?? say("template.everyone"),
        text: ({ recipients }) => recipients ?? "",
      },
    ],
    filters: [
      {
        name: "enabled",
        title: "template.state",
        choices: [
          { value: "yes", text: "template.enabled", where: "enabled eq true" },
          { value: "no", text: "template.disabled", where: "enabled eq false" },
        ],
      },
    ],
  };
}
