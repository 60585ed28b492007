import { useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api, type Output } from '../../api.ts';
import type { Api } from '../../api-types.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';

export type ScriptRow = Output<'GET /api/scripts'>['scripts'][number];
export type Script = Output<'GET /api/scripts/:id'>;
export type ScriptVersion = Output<'GET /api/scripts/:id/versions'>['versions'][number];
export type Parameter = ScriptRow['parameters'][number];
export type Category = Output<'GET /api/script-categories'>['categories'][number];
export type Shell = ScriptRow['shell'];
export type System = ScriptRow['systems'][number];
/** What is sent to save one. */
export type ScriptBody = Api['POST /api/scripts']['body'];

/** As many as one answer holds: searching and grouping happen here. */
export const MAX_SCRIPTS = 1000;

export const useScripts = () =>
  useQuery(() => ({
    queryKey: ['scripts', { limit: MAX_SCRIPTS }],
    queryFn: ({ signal }) => api('GET /api/scripts', { query: { limit: MAX_SCRIPTS }, signal }),
    enabled: can('scripts.view'),
  }));

export const useScript = (id: Accessor<string | undefined>) =>
  useQuery(() => ({
    queryKey: ['scripts', id()],
    queryFn: ({ signal }) => api('GET /api/scripts/:id', { params: { id: id() ?? '' }, signal }),
    enabled: id() !== undefined && can('scripts.view'),
  }));

export const useVersions = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['scripts', id(), 'versions'],
    queryFn: ({ signal }) => api('GET /api/scripts/:id/versions', { params: { id: id() }, signal }),
  }));

export const useCategories = () =>
  useQuery(() => ({
    queryKey: ['scripts', { categories: true }],
    queryFn: ({ signal }) => api('GET /api/script-categories', { signal }),
    enabled: can('scripts.view'),
  }));

/** After a change: lists, categories and the script itself. */
export const readScriptsAgain = () => queries.invalidateQueries({ queryKey: ['scripts'] });
