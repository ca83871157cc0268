"use client";

import { CircleUser } from "lucide-react";

import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";

const accountItems = onDemand(() => import("./account-items"));

export function AccountMenu({ userName, serviceName }: { userName: string; serviceName: string }) {
  const items = accountItems.useModule();
  return (
    <DropdownMenu content={accountItems} trigger={<IconButton icon={CircleUser} label={`Account: ${userName}`} />}>
      {items && <items.AccountItems userName={userName} serviceName={serviceName} />}
    </DropdownMenu>
  );
}
