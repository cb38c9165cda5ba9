import type { ReactNode } from "react";
import type { Access } from "../../contract";
import { EmptyState } from "../parts/notices/empty-state";
import { useSession } from "../session/context";

export function RequireScope({ access, children }: { access: Access; children: ReactNode }) {
  const { may } = useSession();
  if (may(access)) return children;
  return (
    <EmptyState
      isWhole
      icon="key"
      title="Your key may not see this"
      text={`This screen needs the scope ${access}. Sign in with a key that has it.`}
    />
  );
}
