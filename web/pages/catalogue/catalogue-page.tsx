import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { targetNamesQuery } from "../../api/target-names.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { catalogueSource } from "./catalogue-source.tsx";

const EditItemDialog = openedLater(async () => (await import("./edit-item-dialog.tsx")).EditItemDialog);
const FillDialog = openedLater(async () => (await import("./fill-dialog.tsx")).FillDialog);
const SetDialog = openedLater(async () => (await import("./set-dialog.tsx")).SetDialog);

/** Dialog that is open: the edit of an item, by its key, or a change of many items. */
type Opened = { readonly edit: string } | "fill" | "set";

/** Page of all items of the catalog with their details, which are changed one by one, by a file or by a condition. */
export function CataloguePage() {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { data: targets } = useQuery(targetNamesQuery);
  const mayEdit = may("catalogueitems_patch_update");
  const source = useMemo(
    () => catalogueSource(say, targets ?? [], mayEdit ? (key) => setOpened({ edit: key }) : undefined),
    [say, targets, mayEdit],
  );
  const actions = (
    <>
      {may("catalogueitems_post_trialfill") && may("catalogueitems_post_fill") ? (
        <Button variant="secondary" onClick={() => setOpened("fill")}>
          {say("catalogue.fill")}
        </Button>
      ) : null}
      {may("catalogueitems_post_trialset") && may("catalogueitems_post_set") ? (
        <Button variant="secondary" onClick={() => setOpened("set")}>
          {say("catalogue.set")}
        </Button>
      ) : null}
    </>
  );
  return (
    <PageSection>
      <PageTitle name={say("catalogue.title")} />
      <p>{say("catalogue.explained")}</p>
      <ResourceTable source={source} actions={actions} />
      {opened === "fill" ? <FillDialog close={close} /> : null}
      {opened === "set" ? <SetDialog close={close} /> : null}
      {typeof opened === "object" ? <EditItemDialog itemKey={opened.edit} close={close} /> : null}
    </PageSection>
  );
}
