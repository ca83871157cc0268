"use client";

import {
  Clock,
  Globe,
  GraduationCap,
  KeyRound,
  LogOut,
  MapPin,
  ScrollText,
  Server,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import { useRouter } from "next/navigation";

import { MenuItem, MenuLabel, MenuRadio, MenuSeparator } from "@/components/ui/dropdown-menu";
import { useZoneChoice } from "@/components/ui/use-time-zone";

import { signOutAndRedirect } from "./sign-out";

const zones = [
  { value: "local", label: "Device time zone", icon: Clock },
  { value: "utc", label: "UTC", icon: Globe },
];

/** The user and the service, preferences, and signing out. */
export function AccountItems({ userName, serviceName }: { userName: string; serviceName: string }) {
  const [zone, setZone] = useZoneChoice();
  const isNamed = zones.every(({ value }) => value !== zone);
  const router = useRouter();
  return (
    <>
      <MenuLabel>
        <span className="block max-w-60 text-body font-medium wrap-anywhere text-ink">{userName}</span>
        <span className="block max-w-60 text-meta wrap-anywhere">{serviceName}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuRadio
        label="Time zone"
        options={isNamed ? [...zones, { value: zone, label: zone, icon: MapPin }] : zones}
        value={zone}
        onValueChange={setZone}
      />
      <MenuSeparator />
      <MenuItem icon={SlidersHorizontal} onSelect={() => router.push("/settings/preferences")}>
        Preferences
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => router.push("/settings/keys")}>
        API keys
      </MenuItem>
      <MenuItem icon={Users} onSelect={() => router.push("/settings/people")}>
        People
      </MenuItem>
      <MenuItem icon={Server} onSelect={() => router.push("/settings/model-servers")}>
        Model servers
      </MenuItem>
      <MenuItem icon={GraduationCap} onSelect={() => router.push("/settings/training-runner")}>
        Training runner
      </MenuItem>
      <MenuItem icon={ScrollText} onSelect={() => router.push("/settings/audit")}>
        Audit log
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void signOutAndRedirect()}>
        Sign out
      </MenuItem>
    </>
  );
}
