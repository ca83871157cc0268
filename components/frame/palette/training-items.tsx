"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { GraduationCap, Plus } from "lucide-react";

import { newTrainingPath, trainingJobPath } from "@/lib/format/address";
import { type JobsView, trainingJobsList } from "@/lib/queries/training";

import { Group, Item } from "./palette-item";

const all: JobsView = { status: null, model: null, call: null };
const shownJobs = 20;

/** The newest training jobs of the project, and a link to create one. */
export function TrainingItems({ projectId, onGo }: { projectId: string; onGo: (href: string) => void }) {
  const { data } = useInfiniteQuery({ ...trainingJobsList({ projectId, view: all }), refetchInterval: false });
  const jobs = data?.pages[0]?.data.slice(0, shownJobs) ?? [];
  return (
    <Group heading="Training">
      <Item icon={Plus} onSelect={() => onGo(newTrainingPath(projectId))}>
        New training job
      </Item>
      {jobs.map(({ id, model_name: model, status }) => (
        <Item
          key={id}
          value={`training job ${model} ${status} ${id}`}
          icon={GraduationCap}
          onSelect={() => onGo(trainingJobPath(projectId, id))}
        >
          {model}, {status}
        </Item>
      ))}
    </Group>
  );
}
