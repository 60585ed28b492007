// Runs before the first paint, so that an explicit choice never flashes the other theme.
// Nothing stored means: follow the system. Keep the key equal to console/theme.ts.
try {
  const theme = localStorage.getItem('muster.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off; then the system decides.
}
