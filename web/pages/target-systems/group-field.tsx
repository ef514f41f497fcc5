import { useQuery } from "@tanstack/react-query";

import { targetGroupsQuery } from "../../api/target-systems.ts";
import type { DeclaredFieldProps } from "../../forms/declared-input.tsx";
import { IdField } from "../../forms/id-field.tsx";

/** A choice of a target group. */
export function GroupField(field: DeclaredFieldProps) {
  const { data: groups } = useQuery(targetGroupsQuery);
  return <IdField {...field} known={groups} />;
}
