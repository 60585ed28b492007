# Errors and critical events of the system and application logs, by how often they came.
$ErrorActionPreference = 'Stop'
$hours = if ($env:HOURS) { [double]$env:HOURS } else { 24 }
$since = (Get-Date).AddHours(-$hours)
foreach ($log in 'System', 'Application') {
    "== $log"
    $events = @(Get-WinEvent -FilterHashtable @{ LogName = $log; Level = 1, 2; StartTime = $since } -MaxEvents 2000 -ErrorAction SilentlyContinue)
    $events | Group-Object ProviderName, Id | Sort-Object Count -Descending | Select-Object -First 25 |
        ForEach-Object {
            $first = $_.Group[0]
            $text = ([string]$first.Message -split "`r?`n")[0]
            "{0,5}  {1} {2}: {3}" -f $_.Count, $first.ProviderName, $first.Id, $text
        }
    if ($events.Count -eq 0) { 'none' }
}
