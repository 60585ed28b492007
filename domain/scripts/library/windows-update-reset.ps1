# Empties the store of Windows Update where it is stuck. The old one is kept beside it. Only says so while DRY_RUN is true.
$ErrorActionPreference = 'Stop'
$services = 'wuauserv', 'bits', 'cryptsvc'
$folders = "$env:SystemRoot\SoftwareDistribution", "$env:SystemRoot\System32\catroot2"
if ($env:DRY_RUN -ne 'false') {
    "Would stop $($services -join ', ') and rename:"
    $folders
    exit 0
}
$running = @($services | Where-Object { (Get-Service -Name $_).Status -eq 'Running' })
try {
    $running | ForEach-Object { Stop-Service -Name $_ -Force }
    $suffix = (Get-Date).ToUniversalTime().ToString('yyyyMMddHHmmss')
    foreach ($folder in $folders) {
        if (Test-Path -LiteralPath $folder) {
            Rename-Item -LiteralPath $folder -NewName "$(Split-Path -Leaf $folder).old-$suffix"
            "Renamed $folder"
        }
    }
}
finally { $running | ForEach-Object { Start-Service -Name $_ } }
Get-Service -Name $services | Select-Object Name, Status | Format-Table -AutoSize
