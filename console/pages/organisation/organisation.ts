import { useQuery } from '@tanstack/solid-query';
import { type Accessor, createMemo } from 'solid-js';
import { api } from '../../api.ts';
import { can } from '../../session.ts';
import { allPlaces, buildPlaces, type Place } from './places.ts';

export type Organisation = {
  /** Companies with what lies in them; empty until all three lists are there. */
  companies: Accessor<readonly Place[]>;
  place: (id: string | undefined) => Place | undefined;
  loaded: Accessor<boolean>;
  error: Accessor<unknown>;
  retry: () => void;
};

/** The organisation as the principal sees it, kept current. Without clients.view there is none, and nothing is asked. */
export function useOrganisation(): Organisation {
  const enabled = () => can('clients.view');
  const clients = useQuery(() => ({
    queryKey: ['clients'],
    queryFn: ({ signal }) => api('GET /api/clients', { signal }),
    enabled: enabled(),
  }));
  const sites = useQuery(() => ({
    queryKey: ['sites'],
    queryFn: ({ signal }) => api('GET /api/sites', { signal }),
    enabled: enabled(),
  }));
  const groups = useQuery(() => ({
    queryKey: ['groups'],
    queryFn: ({ signal }) => api('GET /api/groups', { signal }),
    enabled: enabled(),
  }));
  const companies = createMemo<readonly Place[]>(() => {
    if (!clients.isSuccess || !sites.isSuccess || !groups.isSuccess) return [];
    return buildPlaces({ clients: clients.data.clients, sites: sites.data.sites, groups: groups.data.groups });
  });
  const byId = createMemo(() => new Map(allPlaces(companies()).map((place) => [place.id, place])));
  const all = [clients, sites, groups];
  return {
    companies,
    place: (id) => (id === undefined ? undefined : byId().get(id)),
    loaded: () => all.every((query) => query.isSuccess),
    error: () => all.find((query) => query.isError)?.error,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}
