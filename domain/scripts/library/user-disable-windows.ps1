# Disables a local account; its files stay. The built-in administrator is refused.
$ErrorActionPreference = 'Stop'
if (-not $env:USERNAME_TO_DISABLE) { 'USERNAME_TO_DISABLE is empty.'; exit 1 }
$user = Get-LocalUser | Where-Object { $_.Name -eq $env:USERNAME_TO_DISABLE }
if (-not $user) { "There is no local account $env:USERNAME_TO_DISABLE."; exit 1 }
if ($user.SID.Value -match '-500$') { 'The built-in administrator is not disabled.'; exit 1 }
Disable-LocalUser -InputObject $user
Get-LocalUser -SID $user.SID | Select-Object Name, Enabled, LastLogon | Format-List
