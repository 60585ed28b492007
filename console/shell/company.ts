import { useSearchParams } from '@solidjs/router';

/** The company that filters every page. It lives in the URL (`?company=<id>`), so that a link shows the same thing. */
export function useCompany() {
  const [search, setSearch] = useSearchParams<{ company?: string }>();
  const id = () => (Array.isArray(search.company) ? search.company[0] : search.company) || undefined;
  return {
    /** Id of the chosen company; undefined for all. */
    id,
    choose: (company: string | undefined) => setSearch({ company: company ?? null }),
    /** A path of the console that keeps the company: use it for links from page to page. */
    href: (path: string) => {
      const company = id();
      if (company === undefined) return path;
      return `${path}${path.includes('?') ? '&' : '?'}company=${encodeURIComponent(company)}`;
    },
  };
}
