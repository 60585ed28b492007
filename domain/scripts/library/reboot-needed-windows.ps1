# Whether Windows waits for a restart, and why. Exit code 1 when it does.
$ErrorActionPreference = 'Stop'
$reasons = @()
$keys = @{
    'Component servicing' = 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending'
    'Windows Update' = 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\WindowsUpdate\Auto Update\RebootRequired'
}
foreach ($reason in $keys.Keys) { if (Test-Path -LiteralPath $keys[$reason]) { $reasons += $reason } }
$manager = 'HKLM:\SYSTEM\CurrentControlSet\Control\Session Manager'
if ((Get-ItemProperty -LiteralPath $manager).PSObject.Properties['PendingFileRenameOperations']) {
    $reasons += 'Files that are replaced at the next start'
}
$name = 'HKLM:\SYSTEM\CurrentControlSet\Control\ComputerName'
$active = (Get-ItemProperty -LiteralPath "$name\ActiveComputerName").ComputerName
$next = (Get-ItemProperty -LiteralPath "$name\ComputerName").ComputerName
if ($active -ne $next) { $reasons += "The computer is renamed to $next" }

$boot = (Get-CimInstance -ClassName Win32_OperatingSystem).LastBootUpTime
"Last start: $($boot.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ'))"
if ($reasons.Count -eq 0) { 'No restart is needed.'; exit 0 }
'A restart is needed:'
$reasons | ForEach-Object { "  $_" }
exit 1
