import { Button } from "@patternfly/react-core";

import type { CatalogueChanges } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { ChangeCounts, ChangesPlan } from "./changes-plan.tsx";

interface ChangedItemsProps {
  readonly title: string;
  readonly done: CatalogueChanges;
  close(): void;
}

/** A dialog with the result of a change of many items. */
export function ChangedItems({ title, done, close }: ChangedItemsProps) {
  const say = useText();
  return (
    <Dialog title={title} footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
      <Notice kind="success" title={say("catalogue.changedItems")}>
        <p role="status">
          <ChangeCounts plan={done} />
        </p>
        <ChangesPlan plan={done} />
      </Notice>
    </Dialog>
  );
}
