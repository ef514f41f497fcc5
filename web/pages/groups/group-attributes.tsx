import { useQuery } from "@tanstack/react-query";

import { attributesOfGroupQuery } from "../../api/groups.ts";
import { AttributesCard } from "../../components/attributes-card.tsx";
import { useMay } from "../../session/use-may.ts";

interface GroupAttributesProps {
  readonly groupKey: string;
  follow(operationKey: string): void;
}

/** Attributes of a group on its target system. */
export function GroupAttributes({ groupKey, follow }: GroupAttributesProps) {
  const may = useMay();
  return (
    <AttributesCard
      rows={useQuery(attributesOfGroupQuery(groupKey))}
      set="groups"
      objectKey={groupKey}
      mayChange={may("groups_patch_update")}
      follow={follow}
    />
  );
}
