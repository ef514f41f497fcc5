import { Button, Label, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { UserClass } from "../../api/model.ts";
import { isBuiltIn, userClassesPath } from "../../api/user-classes.ts";
import { PageTitle } from "../../layout/announce.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { ClassDialog } from "./class-dialog.tsx";

/** The classes of users, by which policies and authorization phases name people. */
export function UserClassesPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  const add = may("userclasses_post_create") ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {say("classes.add")}
    </Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("classes.title")} />
      <ResourceTable source={source} add={add} />
      {isAdding ? <ClassDialog userClass={undefined} close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<UserClass> {
  return {
    ...{ name: "userClasses", title: "classes.title", path: userClassesPath, empty: "classes.empty" },
    ...{ keyProperty: "id", usualOrder: "id" },
    keyOf: ({ id }) => id,
    columns: [
      {
        ...{ name: "id", title: "classes.id", sortBy: "id" },
        cell: ({ id }) => (
          <>
            <Link to={paths.userClass(id)}>{id}</Link>{" "}
            {isBuiltIn(id) ? <Label isCompact>{say("classes.builtIn")}</Label> : null}
          </>
        ),
        text: ({ id }) => id,
      },
      {
        ...{ name: "description", title: "classes.description" },
        cell: ({ description }) => description,
        text: ({ description }) => description,
      },
      {
        ...{ name: "condition", title: "classes.condition" },
        cell: ({ condition }) => (condition === null ? say("classes.byHand") : <code>{condition}</code>),
        text: ({ condition }) => condition ?? "",
      },
    ],
    filters: [
      {
        ...{ name: "condition", title: "classes.condition" },
        choices: [
          { value: "some", text: "classes.withCondition", where: "condition ne null" },
          { value: "none", text: "classes.byHand", where: "condition eq null" },
        ],
      },
    ],
  };
}
