# Brings the signatures of Microsoft Defender up to date, runs a quick scan and shows what it found. Exit code 1 for a threat.
$ErrorActionPreference = 'Stop'
if (-not (Get-Command Start-MpScan -ErrorAction SilentlyContinue)) { 'Microsoft Defender is not here.'; exit 2 }
try { Update-MpSignature } catch { "The signatures could not be updated: $_" }
$begun = Get-Date
Start-MpScan -ScanType QuickScan
Get-MpComputerStatus | Select-Object AMRunningMode, RealTimeProtectionEnabled, AntivirusSignatureLastUpdated, QuickScanEndTime |
    Format-List
$found = @(Get-MpThreatDetection | Where-Object { $_.InitialDetectionTime -ge $begun })
if ($found.Count -eq 0) { 'Nothing was found.'; exit 0 }
$found | Select-Object InitialDetectionTime, ThreatID, Resources | Format-List
exit 1
